"""Everything at once, for hours: crawls, rebuilds, decisions, and visitors, some of them slow.

The pocket web is crawled again and again with the hostile one beside it, the index is rebuilt, a
name is accepted and the decision undone, while visitors ask for products whose values are known and
slow clients hold connections. Every answer is checked; memory and open files must not grow.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from random import Random
from shutil import copytree
from statistics import median, quantiles
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import urlopen

from rich.box import SIMPLE_HEAD
from rich.table import Table

from core.settings import SHIPPED_RULES
from core.topic import shipped_topic
from core.yaml_files import write_yaml
from evaluation.hostile import SEEDS, hostile_host
from evaluation.process_watch import ProcessWatch, files_of, megabytes_of, slope
from samples.crawl_process import CrawlProcess
from samples.pocket_web import PocketWeb
from samples.sites.shouji import Shouji
from samples.sites.tongxun import Tongxun
from samples.sites.zol import DetailZol
from store.changes import ChangeState, changes_in_state
from store.ledger import Ledger, ledger_url
from store.proposals import decision_on, proposals_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from evaluation.process_watch import Sample

VISITORS = 2
SLOW_CLIENTS = 16
_HONEST = tuple(f"http://{site.host}/" for site in (Shouji, Tongxun, DetailZol))
_PATIENCE = 60.0  # seconds for an answer: a busy machine is no error
_ADDRESS = re.compile(r"https?://127\.0\.0\.1:(\d+)")
_BETWEEN_CRAWLS = 30.0  # seconds, unless a decision is carried out before
_MOST_GROWTH = 30.0  # megabytes between the second quarter of the time and the last
_MOST_FILES = 10
_LONG_LIVED = 0.5  # of the time: only such a process can be said to grow
# What a command may say instead of doing its work: another one is at it.
_TURNED_AWAY = re.compile(r"another|already|running|locked|crawl", re.IGNORECASE)


class Growth(NamedTuple):
    """Of one process, between the second quarter of the time and the last; slopes are per hour."""

    name: str
    megabytes: float
    megabytes_an_hour: float
    files: float
    files_an_hour: float
    most: float


@dataclass(frozen=True)
class SoakReport:
    minutes: float
    done: Mapping[str, int]
    answers: int
    milliseconds: Mapping[str, float]
    growth: tuple[Growth, ...]
    errors: tuple[str, ...]

    @property
    def faults(self) -> list[str]:
        grown = [
            f"{one.name} grew by {one.megabytes:.0f} MB and {one.files:.0f} open files"
            for one in self.growth
            if one.megabytes > _MOST_GROWTH or one.files > _MOST_FILES
        ]
        idle = [f"no {name} came to its end" for name, times in self.done.items() if not times]
        return [*self.errors, *grown, *idle]

    def table(self) -> Table:
        table = Table("process", title=f"{self.minutes:g} minutes", box=SIMPLE_HEAD)
        for column in ("MB", "MB grown", "MB/hour", "files grown", "files/hour"):
            table.add_column(column, justify="right")
        for one in self.growth:
            figures = (one.most, one.megabytes, one.megabytes_an_hour, one.files, one.files_an_hour)
            table.add_row(one.name, *(f"{figure:+.1f}" for figure in figures))
        done = ", ".join(f"{times:,} {name}" for name, times in self.done.items())
        speed = ", ".join(f"{name} {it:.0f} ms" for name, it in self.milliseconds.items())
        table.caption = f"{self.answers:,} answers, all checked ({speed}); {done}"
        return table

    def as_json(self) -> Mapping[str, object]:
        return {**asdict(self), "faults": self.faults}


def soak_trial(folder: Path, minutes: float, seed: int, tell: Callable[[str], None]) -> SoakReport:
    with hostile_host(beside=PocketWeb()) as host, ExitStack() as running:
        soak = _Soak(folder, host.proxy.url, seed, tell)
        soak.prepare()
        running.callback(soak.stop.set)
        server, port = running.enter_context(soak.served())
        expected = soak.known_products(port)
        with ProcessWatch(lambda: [server.pid], every=5.0) as watch:
            began = time.monotonic()
            threads = [
                *(Thread(target=soak.visit, args=(port, expected, n)) for n in range(VISITORS)),
                Thread(target=soak.dawdle, args=(port,)),
                *(Thread(target=soak.keep, args=(name,)) for name in ("crawl", "build", "review")),
            ]
            for thread in threads:
                thread.start()
            soak.wait(60 * minutes, server)
            soak.stop.set()
            for thread in threads:
                thread.join()
            lasted = time.monotonic() - began
        if host.canary.connections + host.certificate.trusted:
            soak.errors.append("somebody was contacted who must not be")
        soak.check_all(port, expected)
    return soak.report(lasted / 60, _growth(watch, began, lasted))


class Product(NamedTuple):
    """What a product's page must say throughout."""

    path: str
    title: str
    values: frozenset[str]


@dataclass
class _Soak:
    folder: Path
    proxy: str
    seed: int
    tell: Callable[[str], None]
    stop: Event = field(default_factory=Event)
    reviewed: Event = field(default_factory=Event)
    done: Counter[str] = field(default_factory=lambda: Counter(crawl=0, build=0, review=0))
    errors: list[str] = field(default_factory=list)
    took: list[float] = field(default_factory=list)

    # Beginning: a crawl of honest sites, an index, a server.

    def prepare(self) -> None:
        (self.folder / "topics").mkdir(parents=True)
        copytree(SHIPPED_RULES / "phones", self.folder / "rules" / "phones")
        self._write_topic(_HONEST)
        self._crawl_process().run().check_returncode()
        self._write_topic((*_HONEST, *SEEDS))  # an index belongs to its topic as it is
        status, words = self._specseek("index", "build")
        if status:
            raise RuntimeError(f"the first index could not be built: {words}")
        with Ledger.open(ledger_url(self.folder / "data")) as ledger, ledger.reading() as conn:
            self._proposals = [one.id for one in proposals_of(conn, "phones")]

    def _write_topic(self, seeds: Sequence[str]) -> None:
        topic = shipped_topic("phones").model_copy(update={"seeds": tuple(seeds)})
        write_yaml(self.folder / "topics" / "phones.yaml", topic)

    @property
    def _settings(self) -> dict[str, str]:
        return {
            "SPECSEEK_TOPICS": str(self.folder / "topics"),
            "SPECSEEK_RULES": str(self.folder / "rules"),
            "SPECSEEK_CRAWL_TIMEOUT_SECONDS": "20",
            "SPECSEEK_CRAWL_RETRIES": "0",
            "SPECSEEK_CRAWL_TRAP_PAGES": "20",
            "SPECSEEK_CRAWL_PAGES": "500",  # of one crawl; the next goes on
            "SPECSEEK_CRAWL_REVISIT_HOURS_LEAST": "0.01",
            "SPECSEEK_CRAWL_REVISIT_HOURS_MOST": "0.05",
        }

    def _crawl_process(self) -> CrawlProcess:
        arguments = ("-L", "ERROR")
        data = self.folder / "data"
        return CrawlProcess(self.proxy, data, arguments=arguments, settings=self._settings)

    def _started(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", *command],
            env={**os.environ, **self._crawl_process().environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def _specseek(self, *command: str) -> tuple[int, str]:
        process = self._started("specseek", *command)
        _, words = process.communicate()
        return process.returncode, words

    @contextmanager
    def served(self) -> Iterator[tuple[subprocess.Popen[str], int]]:
        log = self.folder / "server.log"
        with log.open("w") as words:
            server = subprocess.Popen(
                [sys.executable, "-m", "specseek", "serve", "--port", "0"],
                env={**os.environ, **self._crawl_process().environment},
                stdout=words,
                stderr=words,
                text=True,
            )
            try:
                while not (told := _ADDRESS.search(log.read_text())):
                    if server.poll() is not None:
                        raise RuntimeError(f"the server did not start: {log.read_text()}")
                    time.sleep(0.1)
                yield server, int(told[1])
            finally:
                server.send_signal(signal.SIGINT)
                server.wait()
            if "Traceback" in log.read_text():
                self.errors.append(f"the server's log has an error: {log.read_text()[-500:]}")

    def known_products(self, port: int) -> list[Product]:
        """Products of honest sites as they are before anything happens."""
        found = _json(port, "/search.json?size=100")["products"]
        return [_product(port, one["id"]) for one in found[:40]]

    # Meanwhile.

    def wait(self, seconds: float, server: subprocess.Popen[str]) -> None:
        until = time.monotonic() + seconds
        told = time.monotonic()
        while time.monotonic() < until:
            time.sleep(1)
            if server.poll() is not None:
                self.errors.append(f"the server ended with {server.returncode}")
                return
            if time.monotonic() - told > 60:
                told = time.monotonic()
                last = f": {self.errors[-1]}" if self.errors else ""
                said = f"{len(self.took)} answers, {len(self.errors)} errors{last}"
                self.tell(f"{dict(self.done)}, {said}")

    def visit(self, port: int, expected: list[Product], number: int) -> None:
        random = Random(self.seed + number)  # noqa: S311 - no secret
        while not self.stop.wait(0.05):
            product = random.choice(expected)
            began = time.monotonic()
            with self._noting(f"visit of {product.path}"):
                if number % 2:
                    self._check(port, product)
                else:
                    self._check_found(port, product)
            self.took.append(time.monotonic() - began)

    def _check(self, port: int, product: Product) -> None:
        now = _product(port, product.path)
        if now.title != product.title or not product.values <= now.values:
            missing = sorted(product.values - now.values)[:3]
            self.errors.append(f"{product.title} is now {now.title}, without {missing}")

    def _check_found(self, port: int, product: Product) -> None:
        found = _json(port, f"/search.json?q={quote(product.title)}")["products"]
        if product.path not in {one["id"] for one in found}:
            self.errors.append(f"{product.title!r} is not found by its name")

    def check_all(self, port: int, expected: list[Product]) -> None:
        for product in expected:
            with self._noting("last visit"):
                self._check(port, product)

    @contextmanager
    def _noting(self, what: str) -> Iterator[None]:
        try:
            yield
        except (HTTPError, URLError, OSError, ValueError, KeyError) as problem:
            self.errors.append(f"{what}: {problem!r}")

    def dawdle(self, port: int) -> None:
        """Slow clients: each sends a letter of its request a second, and never comes to its end."""
        clients: list[socket.socket] = []
        while not self.stop.wait(1.0):
            while len(clients) < SLOW_CLIENTS:
                with suppress(OSError):
                    clients.append(socket.create_connection(("127.0.0.1", port), timeout=5))
            clients = [client for client in clients if _sends(client)]
        for client in clients:
            client.close()

    def keep(self, what: str) -> None:
        """Do one thing again and again."""
        work = {"crawl": self._crawl, "build": self._build, "review": self._review}[what]
        number = 0
        while not self.stop.is_set():
            number += 1
            with self._noting(what):
                self.done[what] += work(number)
            self.stop.wait(2.0)

    def _crawl(self, number: int) -> bool:
        if number > 1:  # decisions are carried out between two crawls
            self.reviewed.clear()
            self.reviewed.wait(_BETWEEN_CRAWLS)
        process = self._started("scrapy", "crawl", "phones", "-L", "ERROR")
        while process.poll() is None and not self.stop.wait(0.5):
            pass
        was_stopped = process.poll() is None
        if was_stopped:
            process.send_signal(signal.SIGINT)
        _, words = process.communicate()
        if was_stopped and "KeyboardInterrupt" in words:
            return False  # it had not begun yet
        return self._ended("crawl", process.returncode, words)

    def _build(self, number: int) -> bool:
        whole = ("--whole",) if number % 3 == 0 else ()
        return self._ended("build", *self._specseek("index", "build", *whole))

    def _review(self, _number: int) -> bool:
        """Make a decision, or undo it; one that came during a crawl is kept for later."""
        chosen = self._proposals[self.done["review"] // 2 % len(self._proposals)]
        with Ledger.open(ledger_url(self.folder / "data")) as ledger, ledger.reading() as conn:
            is_kept = bool(changes_in_state(conn, [ChangeState.DECIDED], "phones"))
            action = "undo" if decision_on(conn, chosen) else "accept"
        command = ("apply",) if is_kept else (action, str(chosen))
        done = self._ended("review", *self._specseek("review", *command))
        if done:
            self.reviewed.set()
        return done

    def _ended(self, what: str, status: int, words: str) -> bool:
        """Whether it did its work; it may say that another one is at it."""
        # At the end it is told to stop, perhaps before it listens.
        if status in {0, 130, -signal.SIGINT} and "Traceback" not in words:
            return status == 0
        if "Traceback" in words or not _TURNED_AWAY.search(words):
            self.errors.append(f"{what} ended with {status}: {words[-400:]}")
        return False

    def report(self, minutes: float, growth: tuple[Growth, ...]) -> SoakReport:
        cuts = quantiles(self.took, n=20) if len(self.took) > 1 else [0.0] * 19
        speed = {"median": 1000 * cuts[9], "95%": 1000 * cuts[18]}
        speed["longest"] = 1000 * max(self.took, default=0.0)
        return SoakReport(
            round(minutes, 1), dict(self.done), len(self.took), speed, growth, tuple(self.errors)
        )


def _sends(client: socket.socket) -> bool:
    """Whether the server still listens."""
    try:
        client.sendall(b"G")
    except OSError:
        client.close()
        return False
    return True


def _json(port: int, path: str) -> Any:  # noqa: ANN401 - as the description says
    address = f"http://127.0.0.1:{port}{path}"
    with urlopen(address, timeout=_PATIENCE) as answer:
        return json.load(answer)


def _product(port: int, ident: str) -> Product:
    """With all values of attributes that the topic knows: decisions concern only other names."""
    told = _json(port, f"/p/{quote(ident)}.json")
    values = frozenset(
        f"{attribute['name']}: {value['raw']}"
        for attribute in told["attributes"]
        if attribute["label"] is not None
        for value in attribute["values"]
    )
    return Product(ident, told["title"], values)


def _growth(watch: ProcessWatch, began: float, lasted: float) -> tuple[Growth, ...]:
    """Of those that lived long enough; what happens at the beginning is no growth."""
    found = []
    for pid, samples in watch.samples.items():
        if samples[-1].at - samples[0].at < _LONG_LIVED * lasted:
            continue
        second = [one for one in samples if 0.25 <= (one.at - began) / lasted < 0.5]
        last = [one for one in samples if (one.at - began) / lasted >= 0.75]
        settled: list[Sample] = [one for one in samples if one.at - began >= 0.25 * lasted]
        if second and last:
            grown = [
                median(map(of, last)) - median(map(of, second)) for of in (megabytes_of, files_of)
            ]
            slopes = [slope(settled, of) for of in (megabytes_of, files_of)]
            found.append(
                Growth(
                    f"{watch.names[pid]} ({pid})",
                    *(grown[0], slopes[0], grown[1], slopes[1], samples[-1].most),
                )
            )
    return tuple(found)
