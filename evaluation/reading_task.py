"""What every contestant of the speed benchmark is asked: learn from one page, read another.

The page to read is padded with what stands around a product on an everyday page: navigation,
related products, readers' comments, inline scripts, advertisements and style, in the shares real
pages have: on the real data sets scripts are 6 to 23% of the bytes, start tags 43 to 60%, and a
tag comes every 55 to 185 bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import count
from string import Template
from typing import TYPE_CHECKING

from samples.labels import letters_and_digits
from samples.pocket_web import PocketWeb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from samples.site import GoldPair, ProductPage


Answer = Mapping[str, Collection[str]]
"""Values by attribute."""
Prepare = Callable[["ReadingTask"], Callable[[], object]]
"""Learns from a task's sample; what it returns reads the task's page, and is what is timed."""
# Names and values stand in elements of their own, so that every rival can learn the layout.
_HOST = "mobile.21cn.example"
_BEFORE, _BEHIND = b"<body>\n", b'<div class="foot">'
_MAKERS = ("诺基亚", "三星", "摩托罗拉", "索尼爱立信", "小米", "华为", "联想", "魅族", "多普达")
# Places of the file's blocks (navigation, related, comment, script, advertisement, style).
_ORDER = (0, 1, 2, 3, 1, 2, 1, 4, 1, 2, 5)


@dataclass(frozen=True)
class Labelled:
    """A page in UTF-8 (so that no parser pays for transcoding) and what stands on it."""

    url: str
    body: bytes
    gold: tuple[GoldPair, ...]

    @property
    def content_type(self) -> str:
        return "text/html; charset=utf-8"

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class ReadingTask:
    sample: Labelled
    page: Labelled

    def is_answered_by(self, answer: Answer) -> bool:
        """Every attribute of the page came out, with its value and no other."""
        wanted = {pair.attribute: {letters_and_digits(pair.value)} for pair in self.page.gold}
        given = {name: set(map(letters_and_digits, values)) for name, values in answer.items()}
        return given == wanted


def reading_task(size: int, variant: str = "regular") -> ReadingTask:
    """Learn from a product page of the pocket web, read another one of about `size` bytes.

    The page read is padded with what stands around products: a third of it before the
    product, two thirds behind. Variant "new attributes" has attributes the sample lacks.
    """
    pages = list(PocketWeb().product_pages(_HOST))
    sample = next(page for page in pages if page.variant == "regular")
    page = next(page for page in reversed(pages) if page.variant == variant)
    return ReadingTask(_in_utf8(sample), _padded(_in_utf8(page), size))


def _in_utf8(page: ProductPage) -> Labelled:
    text = page.body.decode("gbk").replace("charset=gb2312", "charset=utf-8")
    return Labelled(page.url, text.encode(), page.gold)


def _padded(page: Labelled, size: int) -> Labelled:
    room = size - len(page.body)
    head, _, rest = page.body.partition(_BEFORE)
    product, _, foot = rest.partition(_BEHIND)
    navigation, discussion = padding(room // 3, "utf-8"), padding(room * 2 // 3, "utf-8")
    body = b"".join((head, _BEFORE, navigation, product, discussion, _BEHIND, foot))
    return Labelled(page.url, body, page.gold)


def padding(size: int, encoding: str) -> bytes:
    """Blocks of markup, as many as fit into `size` bytes; the same every time."""
    kept: list[bytes] = []
    left = size
    for block in _blocks():
        raw = block.encode(encoding)
        if len(raw) > left:
            break
        kept.append(raw)
        left -= len(raw)
    return b"".join(kept)


def _blocks() -> Iterator[str]:
    written = files("evaluation").joinpath("padding_blocks.html").read_text("utf-8")
    templates = [Template(block) for block in written.split("%%%%\n")]
    for number in count(1):
        yield templates[_ORDER[number % len(_ORDER)]].substitute(
            number=number,
            maker=_MAKERS[number % len(_MAKERS)],
            model=1000 + number * 37 % 9000,
            price=300 + number * 53 % 5000,
        )
