"""Real pages with gold, and real records: read where they lie, never copied into the project."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lxml import html

from core.settings import load_settings
from pages.page import Page
from pages.tags import TAG
from rules.page_rows import ENOUGH_PAGES, SiteMemory
from samples.labels import compared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from samples.labels import NameAndValue

    ShownRecord = tuple[str, list[NameAndValue]]  # address, names and values

_REPOSITORY = Path(__file__).resolve().parents[1]
# One attribute with the white space before it; or ">" and all behind it, which is text.
_ATTRIBUTE_OR_END = re.compile(
    rb"""(?s)>.*+|\s*+([^\s=>/"']++)(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>]*+))?"""
)
_TELLING = re.compile(rb"(?i)class|id|style|data-.*+")


class DataSetsAbsentError(Exception):
    """The real pages are not on this machine."""


@dataclass(frozen=True)
class RawPage:
    """A page as it was fetched."""

    url: str
    body: bytes

    def read(self) -> Page:
        return Page.read(self.body, self.url)


@dataclass(frozen=True)
class PairsPage(RawPage):
    """A page whose gold is a list of names and values as shown."""

    file: str
    pairs: tuple[NameAndValue, ...]
    site: str = ""
    attributes: tuple[str, ...] = ()
    """What each pair is called beside its name, where the set tells that."""


@dataclass(frozen=True)
class ShopPage(PairsPage):
    """A page of a shop, judged by hand: some names, or pairs, are neither wanted nor wrong."""

    unsure: frozenset[NameAndValue] = frozenset()
    """Letters and digits of names and values; for a name alone the value is ""."""
    held_back: bool = False
    """Whether the shop is one of those that nobody learns from or looks at."""

    def is_unsure(self, name: str, value: str) -> bool:
        """Whether a pair, told by letters and digits, is neither wanted nor wrong."""
        return not self.unsure.isdisjoint([(name, value), (name, "")])


@dataclass(frozen=True)
class AttributesPage(RawPage):
    """A page whose gold is, per attribute, the list of acceptable values."""

    file: str
    site: str
    attributes: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class OtherPage(RawPage):
    """A page that is about no product: an article, or a page of a forum.

    `site` is its host, or the page's file where no address is known.
    """

    site: str
    is_article: bool

    @property
    def held_back(self) -> bool:
        """Half of the sites teach nothing and are only counted."""
        return bool(sha256(self.site.encode()).digest()[0] % 2)


@dataclass(frozen=True)
class GoldPost:
    """`author` is a name or a link, `time` as the page shows it; empty where gold has none."""

    text: str
    author: str
    time: str


@dataclass(frozen=True)
class ThreadPage(RawPage):
    """A page of a forum thread with its posts."""

    file: str
    site: str
    posts: tuple[GoldPost, ...]


@dataclass(frozen=True)
class ArticlePage(RawPage):
    """A page whose gold is an article; empty texts where the set does not tell."""

    file: str
    text: str
    title: str = ""
    author: str = ""
    date: str = ""


def data_sets_folder() -> Path:
    """The setting `data_sets`, or `../shared/data` beside here or beside the repository."""
    named = load_settings().data_sets
    places = [named] if named else [Path("../shared/data"), _REPOSITORY / "../shared/data"]
    for place in places:
        if place.is_dir():
            return place.resolve()
    looked = " and ".join(map(str, places))
    raise DataSetsAbsentError(
        f"the real pages are not here (looked in {looked}): set SPECSEEK_DATA_SETS to their folder"
    )


def site_memory(pages: Iterable[Page]) -> SiteMemory:
    """What the first pages of a site have in common."""
    memory = SiteMemory()
    for page in islice(pages, ENOUGH_PAGES):
        memory.add_page(page)
    return memory


def gsmarena() -> tuple[PairsPage, ...]:
    """Phone pages of one site; a further line of a row is a pair with the row's name."""
    folder, gold = _gold_of("gsmarena")
    return tuple(
        PairsPage(
            page["url"],
            _body(folder, file),
            file,
            tuple((pair["name"], pair["value"]) for pair in page["pairs"]),
        )
        for file, page in gold.items()
    )


def swde_camera() -> tuple[AttributesPage, ...]:
    """Camera pages of five shops."""
    return _attributes_pages("swde-camera")


def swde_more() -> tuple[AttributesPage, ...]:
    """Pages of ten book shops and ten restaurant guides."""
    return _attributes_pages("swde-more")


def xswde() -> tuple[PairsPage, ...]:
    """Pages about films, players and universities; each item of a list is a pair."""
    root = data_sets_folder() / "xswde"
    golds = sorted(root.glob("*/gold.jsonl"))
    if not golds:
        raise DataSetsAbsentError(f"the data set xswde is not in {root.parent}")
    return tuple(
        _xswde_page(gold.parent, json.loads(line))
        for gold in golds
        for line in gold.read_bytes().splitlines()
    )


def _xswde_page(folder: Path, gold: Mapping[str, Any]) -> PairsPage:
    pairs: list[Mapping[str, str]] = gold["pairs"]
    return PairsPage(
        gold["url"],
        _bytes_of(folder / gold["file"]),
        gold["file"],
        tuple((_shown(pair["name"]), pair["value"]) for pair in pairs),
        folder.name,
        tuple(pair["attribute"] or pair["name"] for pair in pairs),
    )


def _shown(name: str) -> str:
    """A name with a star is the annotators' own: the page shows none."""
    return "" if name.startswith("*") else name


def _attributes_pages(name: str) -> tuple[AttributesPage, ...]:
    folder, gold = _gold_of(name)
    return tuple(
        AttributesPage(
            page["url"],
            _body(folder, file),
            file,
            page["site"],
            {name: tuple(values) for name, values in page["attributes"].items()},
        )
        for file, page in gold.items()
    )


def forum_posts() -> tuple[ThreadPage, ...]:
    """Threads of 26 forums."""
    folder, gold = _gold_of("forum-posts")
    return tuple(
        ThreadPage(
            page["url"],
            _body(folder, file),
            file,
            file.rpartition("-i")[0],
            tuple(
                GoldPost(post["text"], post["author"] or "", post["time"] or "")
                for post in page["posts"]
            ),
        )
        for file, page in gold.items()
    )


def zol() -> PairsPage:
    """The one ZOL parameter page; it has no gold file, so its own template is read."""
    file = "zol-param-vivo-nex3.html"
    body = _body(data_sets_folder() / "zh-phones", file)
    url = "http://detail.zol.com.cn/1293/1292819/param.shtml"
    return PairsPage(url, body, file, zol_pairs(body))


def zh_articles() -> tuple[ArticlePage, ...]:
    """Chinese articles, most of 2005 and of 2022; their addresses are not known."""
    return _articles("zh-articles")


def en_articles() -> tuple[ArticlePage, ...]:
    """English articles of today, each of another site."""
    return _articles("en-pages", "article")


def en_forums() -> tuple[ArticlePage, ...]:
    """English threads of today, each of another site."""
    return _articles("en-pages", "forum")


def en_products() -> tuple[ArticlePage, ...]:
    """English product pages of today, each of another site."""
    return _articles("en-pages", "product")


def pages_without_product() -> tuple[OtherPage, ...]:
    """Articles, threads and lists of some 150 sites."""
    articles = [*en_articles(), *zh_articles()]
    threads: list[RawPage] = [*en_forums(), *forum_posts()]
    folder = data_sets_folder() / "zh-forums-unlabelled" / "pages"
    lists = [(path.name, path) for path in sorted(folder.glob("*.html"))]
    return (
        *(
            OtherPage(one.url, one.body, _host(one) or one.file, is_article=True)
            for one in articles
        ),
        *(OtherPage(one.url, one.body, _host(one), is_article=False) for one in threads),
        *(OtherPage("", _bytes_of(path), name, is_article=False) for name, path in lists),
    )


def _host(page: RawPage) -> str:
    return urlsplit(page.url).hostname or ""


_JUDGED_SHOPS = Path(__file__).with_name("judged_shops.json")


def shops() -> tuple[ShopPage, ...]:
    """The same product pages, with what was judged by hand; `site` is the shop's host."""
    judged = json.loads(_JUDGED_SHOPS.read_text("utf-8"))
    first: dict[str, str] = {}
    found = []
    for page in sorted(en_products(), key=lambda page: page.file):
        gold = judged[page.file]
        shop = _host(page)
        unsure = [*((name, "") for name in gold["unsure"]), *gold["unsure pairs"]]
        found.append(
            ShopPage(
                page.url,
                page.body,
                page.file,
                tuple((name, value) for name, value in gold["facts"]),
                shop,
                unsure=compared(unsure),
                held_back=_is_held_back(first.setdefault(shop, page.file)),
            )
        )
    return tuple(found)


def _is_held_back(file: str) -> bool:
    """Half of the shops, by the name of their first page."""
    return sha256(file.encode()).digest()[0] % 2 == 0


_NOT_TOLD = frozenset({"UNKNOWN", "UNKNWON"})


def _articles(name: str, kind: str | None = None) -> tuple[ArticlePage, ...]:
    folder, gold = _gold_of(name)
    return tuple(
        ArticlePage(
            page.get("url", ""),
            _body(folder, file),
            file,
            page["text"],
            *(
                "" if page.get(key) in _NOT_TOLD else page.get(key) or ""
                for key in ("title", "author", "date")
            ),
        )
        for file, page in gold.items()
        if page.get("kind") == kind
    )


def _gold_of(name: str) -> tuple[Path, Mapping[str, Any]]:
    folder = data_sets_folder() / name
    try:
        gold: Mapping[str, Any] = json.loads((folder / "gold.json").read_text("utf-8"))
    except FileNotFoundError as missing:
        raise DataSetsAbsentError(f"the data set {name} is not in {folder.parent}") from missing
    return folder, gold


def _body(folder: Path, file: str) -> bytes:
    return _bytes_of(folder / "pages" / file)


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError as missing:
        raise DataSetsAbsentError(f"the page {path.name} is not in {path.parent}") from missing


def zol_pairs(body: bytes) -> tuple[NameAndValue, ...]:
    """Name and value of every row that readers may correct (纠错): the page's parameters.

    The one row without it is a shop's offer that the page slips in under another row's id.
    """
    tree = html.fromstring(body.decode("gb18030", "replace"))
    rows = tree.xpath("//tr[th][td/em[@class='edit-param']]")
    return tuple(
        (_folded(row.xpath("string(th)")), _value(row.xpath("td/span")[0])) for row in rows
    )


def _value(cell: Any) -> str:  # noqa: ANN401 - lxml has no types
    """The cell's own text and the links that list values.

    Links that are values stand first or behind ，; a link anywhere else leads away
    (更多…手机>, 查看外观>, 进入官网>>>) and ends the value. Remarks of the site
    (`text-hui`: 需双手打字, 击败 60.76% 手机) are no value, icons hold no text.
    """
    parts = [cell.text or ""]
    for element in cell:
        if element.tag == "a":
            before = _folded("".join(parts))
            if before and not before.endswith("，"):
                break
            parts.append(_folded(element.text_content()).rstrip(">＞"))
        elif element.tag == "br":
            parts.append(" ")
        parts.append(element.tail or "")
    return _folded("".join(parts)).rstrip("，")


def _folded(text: str) -> str:
    return " ".join(text.split())


def phone_records() -> list[ShownRecord]:
    """Records of phones on two Chinese sites, under the names that the sites show."""
    return [*_pconline_records(), *_zol_records()]


def _pconline_records() -> Iterator[ShownRecord]:
    for place, row in enumerate(_rows("records-pconline-2017.json")):
        yield f"http://product.pconline.com.cn/{place}", list(row.items())


def _zol_records() -> Iterator[ShownRecord]:
    for place, row in enumerate(_rows("records-zol-2019.json")):
        said = [pair for group in row["params"].values() for pair in group.items()]
        named = [("手机名称", row["name"]), ("品牌", row["brand"])]
        yield f"http://detail.zol.com.cn/{place}", named + said


def _rows(file: str) -> list[dict[str, Any]]:
    path = data_sets_folder() / "zh-phones" / file
    try:
        rows: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as missing:
        raise DataSetsAbsentError(f"the records {file} are not in {path.parent}") from missing
    return rows


def stripped(body: bytes) -> bytes:
    """The same page byte by byte, save for the telling attributes of its tags."""
    return TAG.sub(_without_telling_attributes, body)


def _without_telling_attributes(tag: re.Match[bytes]) -> bytes:
    name, rest = tag.group(1, 2)
    if name is None:  # a comment, a script, a declaration
        return tag.group()
    return b"<" + bytes(name) + _ATTRIBUTE_OR_END.sub(_kept, rest)


def _kept(part: re.Match[bytes]) -> bytes:
    attribute = part.group(1)
    return b"" if attribute is not None and _TELLING.fullmatch(attribute) else part.group()
