"""The search page under load: a real server, real connections, many made-up products."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final
from urllib.parse import urlencode, urlsplit

from rich.box import SIMPLE_HEAD
from rich.table import Table

from core.settings import load_settings
from core.topic import shipped_topic
from evaluation.made_up_phones import made_up_products
from index.build import ProductScan, create_channels, create_generation, put_to_use
from index.generations import index_place, new_generation
from store.ledger import Ledger, ledger_url, seal_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from core.topic import Topic
    from index.documents import ProductDocument
    from index.generations import IndexPlace


BAR = 100.0  # milliseconds that 95 of 100 pages take at most
_WARM_UP = 60  # pages: each process opens the index at its first
_WORDS = (
    "骁龙8 Gen3", "天玑9300", "麒麟", "游戏手机", "5G手机", "AMOLED", "HarmonyOS", "Pro", "青春版",
    "120Hz", "512GB", "拍照", "小米", "华为 5000mAh以上", "vivo 6.5寸", "荣耀 12GB", "",
)  # fmt: skip
_LIMITS = ("3000元以下", "2000-4000元", "5000mAh以上", "6.5寸以上", "8GB以上", "2022年以后", "")
_BRANDS = ("xiaomi", "huawei", "samsung", "oppo", "vivo", "honor")
_SORTS = ("", "参考价格", "-参考价格", "-上市时间", "-电池容量")
_LONGEST_WAIT: Final = 60.0  # seconds
_MOST_BYTES: Final = 1 << 24


@dataclass(frozen=True)
class PageLoadReport:
    engine: str
    products: int
    connections: int
    waiting: Waiting

    @property
    def p50(self) -> float:
        return self._milliseconds(50)

    @property
    def p95(self) -> float:
        return self._milliseconds(95)

    @property
    def held(self) -> bool:
        return self.p95 <= BAR and not self.waiting.problems

    def _milliseconds(self, percent: int) -> float:
        return 1000 * quantiles(self.waiting.seconds, n=100)[percent - 1]

    def table(self) -> Table:
        title = f"The search page, {self.products:,} products, {self.connections} connections"
        table = Table("engine", title=title, box=SIMPLE_HEAD)
        for column in ("pages", "pages/s", "KB a page", "p50 ms", "p95 ms", "errors"):
            table.add_column(column, justify="right")
        count = len(self.waiting.seconds)
        table.add_row(
            self.engine,
            f"{count:,}",
            f"{count / self.waiting.took:.0f}",
            f"{self.waiting.bytes / count / 1000:.0f}",
            f"{self.p50:.1f}",
            f"{self.p95:.1f}",
            str(len(self.waiting.problems)),
        )
        table.caption = (
            f"p95 at most {BAR:.0f} ms and no error: {'held' if self.held else 'missed'}"
        )
        return table

    def as_json(self) -> Mapping[str, object]:
        return {
            "engine": self.engine,
            "products": self.products,
            "connections": self.connections,
            "pages": len(self.waiting.seconds),
            "p50_ms": self.p50,
            "p95_ms": self.p95,
            "problems": self.waiting.problems[:10],
            "held": self.held,
        }


def measure_page_load(
    engine: str, products: int, pages: int, connections: int, tell: Callable[[str], None]
) -> PageLoadReport:
    """Build, serve, visit: every page is another search."""
    with TemporaryDirectory() as folder:
        tell(f"building an index of {products:,} made-up products ({engine})")
        build_made_up_index(Path(folder), engine, products)
        with served_site(Path(folder), SPECSEEK_SEARCH_ENGINE=engine) as address:
            visit(address, searches(_WARM_UP, seed=1), connections)
            tell(f"asking for {pages:,} pages at {address}")
            waiting = visit(address, searches(pages), connections)
    return PageLoadReport(engine, products, connections, waiting)


def searches(count: int, seed: int = 8) -> list[str]:
    """Paths of the search page, hardly two of them the same."""
    rng = Random(seed)  # noqa: S311 - to be drawn again, not to be secret
    return [_search(rng) for _ in range(count)]


def _search(rng: Random) -> str:
    parameters = [("q", f"{rng.choice(_WORDS)} {rng.choice(_LIMITS)}".strip())]
    if rng.random() < 0.5:
        parameters += [("is.品牌", brand) for brand in rng.sample(_BRANDS, rng.randint(1, 2))]
    if rng.random() < 0.5:
        low = rng.randrange(500, 3000, 50)
        parameters += [("min.参考价格", str(low)), ("max.参考价格", str(low + 2500))]
    parameters.append(("sort", rng.choice(_SORTS)))
    return f"/search?{urlencode([(name, value) for name, value in parameters if value])}"


def build_made_up_index(data: Path, engine: str, products: int) -> None:
    def documents() -> Iterator[ProductDocument]:
        return (made.document for made in made_up_products(products))

    build_index_of(data, engine, shipped_topic("phones"), documents)


def build_index_of(
    data: Path,
    engine: str,
    topic: Topic,
    documents: Callable[[], Iterable[ProductDocument]],
    hosts: Sequence[str] = (),
) -> IndexPlace:
    """In a data folder of its own; its ledger knows of no record. Documents are read twice.

    `hosts` are the nodes of OpenSearch, for that engine.
    """
    place = empty_place(search_variables(data, engine, hosts), topic)
    folder = place.root / new_generation()
    folder.mkdir(parents=True)
    scan = ProductScan(documents(), topic)
    schema = scan.stats.schema(None)
    create_generation(place, folder, schema, documents())
    create_channels(place, folder)
    put_to_use(place, folder, scan, schema, schema.products)
    return place


def empty_place(variables: Mapping[str, str], topic: Topic) -> IndexPlace:
    """By these settings, with a ledger that knows of no record."""
    settings = load_settings(environ=variables)
    with Ledger.open(ledger_url(settings.data)) as ledger:
        return index_place(settings, topic, seal_of(ledger))


def search_variables(data: Path, engine: str, hosts: Sequence[str] = ()) -> dict[str, str]:
    """SpecSeek's settings for an index with this engine."""
    return {
        "SPECSEEK_DATA": str(data),
        "SPECSEEK_SEARCH_ENGINE": engine,
        "SPECSEEK_SEARCH_OPENSEARCH_HOSTS": ",".join(hosts),
    }


@contextmanager
def served_site(data: Path, *options: str, **settings: str) -> Iterator[str]:
    """The address of the page, with a slash at its end; `settings` are SpecSeek's variables."""
    env = {**os.environ, "SPECSEEK_LEDGER": "", **settings, "SPECSEEK_DATA": str(data)}
    command = [sys.executable, "-m", "specseek", "serve", "--port", "0", *options]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own command
        try:
            first = server.stderr.readline() if server.stderr else ""
            told = re.search(r"http://\S+", first)
            if told is None:
                raise RuntimeError(f"the server did not start: {first}")
            yield told[0]
        finally:
            server.terminate()


@dataclass
class Waiting:
    """Seconds from the first byte sent to the last byte got, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    bytes: int = 0
    took: float = 0.0


def visit(address: str, paths: Sequence[str], connections: int) -> Waiting:
    """Every path once; each connection asks for the next as soon as it has its answer."""
    return asyncio.run(_visit(address, paths, connections))


async def _visit(address: str, paths: Sequence[str], connections: int) -> Waiting:
    waiting, left = Waiting(), iter(paths)
    began = time.perf_counter()
    await asyncio.gather(*(_visitor(address, left, waiting) for _ in range(connections)))
    waiting.took = time.perf_counter() - began
    return waiting


async def _visitor(address: str, left: Iterator[str], waiting: Waiting) -> None:
    where = urlsplit(address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port, limit=_MOST_BYTES)
    try:
        for path in left:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
            began = time.perf_counter()
            async with asyncio.timeout(_LONGEST_WAIT):
                status, body = await _answer(reader)
            waiting.seconds.append(time.perf_counter() - began)
            waiting.bytes += len(body)
            if status != 200 or b"</html>" not in body:
                waiting.problems.append(f"{status} {path}")
    except (OSError, TimeoutError, asyncio.IncompleteReadError) as problem:
        waiting.problems.append(repr(problem))
    finally:
        writer.close()
        await writer.wait_closed()


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    lines = head.split("\r\n")
    lengths = [line for line in lines if line.lower().startswith("content-length:")]
    length = int(lengths[0].partition(":")[2])
    return int(lines[0].split()[1]), await reader.readexactly(length)
