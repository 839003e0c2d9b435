"""What a page says about its product, found without labels: name, price, brand, picture, codes.

Sources are embedded data (JSON-LD, microdata, meta tags), the headline that the title repeats, a
price near that headline that is neither struck out nor one of a list, and numbers with the check
digit of an ISBN or bar code.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from core.names import name_key
from pages.embedded import embedded_products
from pages.page import attributes, fold, identity
from pages.rows import LONGEST_NAME
from rules.extract import read_rows
from rules.page_rows import rows_of
from rules.record import Pair, PairReading, fitting_topic
from rules.surroundings import Surroundings
from rules.value_kinds import is_code, join_price, kind_of, only_of_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.topic import Topic
    from pages.outline import Outline
    from pages.page import Page
    from rules.model import Step
    from rules.page_rows import PageRows

Role = Literal["name", "price", "brand", "image", "gtin", "isbn", "mpn", "sku"]


class PageFact(NamedTuple):
    """`confidence` is about how often such a fact is right, from 0 to 1."""

    role: Role
    value: str
    confidence: float


# schema.org's words, and those of meta tags, for what we call a role.
_EMBEDDED: dict[str, Role] = {
    **dict.fromkeys(("gtin", "gtin8", "gtin12", "gtin13", "gtin14"), "gtin"),
    "name": "name",
    "brand": "brand",
    "image": "image",
    "mpn": "mpn",
    "sku": "sku",
}
_META: dict[str, tuple[Role, float]] = {
    "og:title": ("name", 0.7),
    "og:image": ("image", 0.85),
    "product:brand": ("brand", 0.9),
    "og:brand": ("brand", 0.9),
    "product:price:amount": ("price", 0.85),
    "og:price:amount": ("price", 0.85),
    "product:retailer_item_id": ("sku", 0.8),
}
# What pages write before a brand or a code.
_LABELS: dict[Role, str] = {
    "isbn": r"isbn(?:[\s-]*1[03])?",
    "gtin": r"gtin|ean(?:[\s-]*13)?|upc(?: code)?|barcode|条形码|商品条码",
    "mpn": r"mpn|(?:mfr|mfg|manufacturer)(?:'?s)?\.?\s*(?:part\s*|model\s*)?(?:no\.?|number|#|id)"
    r"|part\s*(?:no\.?|number|#)|herstellernummer",
    "sku": r"sku|item\s*(?:no\.?|number|#)|artikelnummer|art\.-?nr\.?|商品编号|货号",
    "brand": r"brand(?: name)?|manufacturer|marke|hersteller|品牌|生产厂商",
}
_LABEL = re.compile(
    "|".join(f"(?P<{role}>{words})" for role, words in _LABELS.items()), re.IGNORECASE
)
_NOT_ASKED = re.compile(
    r"(?i)list|was\b|save|saving|ship|rrp|msrp|uvp|retail|regular|old|instead|statt|versand|rebate"
    r"|原价|市场价|运费|优惠|节省|定金"
)
_OUT_OF_USE = re.compile(
    rb"(?i)old|was|list-?price|rrp|msrp|strike|cross|related|similar|recommend|cart|basket"
)
_BY = re.compile(r"(?i)(?:by|von|par)\s")
_HEADLINES = frozenset(["h1", "h2", "h3"])
_STRUCK = frozenset(["del", "s", "strike"])
_CUT = re.compile(r"\s+[|–—:»·-]\s+|\s*[|»]\s*")
_LONGEST_NAME, _LONGEST_CODE, _MOST_META = 200, 40, 300
_NEAR, _LIST = 60, 3


def page_facts(page: Page, outline: Outline) -> list[PageFact]:
    """The best value for each role of which there is any sign, in the order of the roles."""
    around = Surroundings(outline)
    told = [*_from_embedded(page), *_from_meta(outline)]
    name, leaf = _name(around, told)
    found = [*told, *name, *_labelled(around), *_prices(around, leaf)]
    return [fact for role in Role.__args__ if (fact := _best(role, found))]  # type: ignore[attr-defined]


def page_name(page: Page, outline: Outline) -> PageFact | None:
    """The name among the page's facts; the others, which take far longer, are not looked for."""
    told = [*_from_embedded(page), *_from_meta(outline)]
    return _best("name", [*told, *_name(Surroundings(outline), told)[0]])


def _best(role: Role, found: Iterable[PageFact]) -> PageFact | None:
    """The most certain value of a role; one that several ways agree on is more certain."""
    facts = [fact for fact in found if fact.role == role and fact.value]
    if not facts:
        return None
    best = max(facts, key=lambda fact: fact.confidence)
    key = _compared(best)
    agreeing = sum(_compared(fact) == key for fact in facts) - 1
    return best._replace(confidence=round(1 - (1 - best.confidence) * 0.6**agreeing, 3))


def _compared(fact: PageFact) -> str:
    if fact.role == "price":
        return re.sub(r"\D", "", re.sub(r"[.,]00?\b", "", fact.value))
    return name_key(fact.value)


# What templates write where a shop has filled in nothing.
_SAY_NOTHING = frozenset(["", "na", "none", "null", "undefined", "0"])


def _from_embedded(page: Page) -> Iterator[PageFact]:
    for product in embedded_products(page):
        told: Mapping[str, str] = dict(reversed(product.pairs))
        for name, value in told.items():
            role = _EMBEDDED.get(name)
            if role and name_key(value) not in _SAY_NOTHING:
                isbn = role == "gtin" and value.startswith(("978", "979"))
                yield PageFact("isbn" if isbn else role, value, 0.95)
        if told.get("price"):
            currency = told.get("priceCurrency", "")
            yield PageFact("price", f"{told['price']} {currency}".strip(), 0.95)


def _from_meta(outline: Outline) -> Iterator[PageFact]:
    metas = [node for node, tag in enumerate(outline.tags) if tag == "meta"]
    for node in metas[:_MOST_META]:
        rest = outline.rests[node]
        if b"og:" not in rest and b"product:" not in rest:
            continue
        said = attributes(rest, outline.encoding)
        known = _META.get(said.get("property", said.get("name", "")))
        value = fold(said.get("content", ""))
        if known and 0 < len(value) <= _LONGEST_NAME:
            yield PageFact(known[0], value, known[1])


def _name(around: Surroundings, told: Iterable[PageFact]) -> tuple[list[PageFact], int]:
    """What the page is called, with the leaf of the headline that says it (0: none does).

    A headline that the title or a meta tag repeats is the name; h1 before h2 before h3.
    """
    outline = around.outline
    others = [around.title, *(name_key(fact.value) for fact in told if fact.role == "name")]
    headlines: list[tuple[float, str, int]] = []
    for node, tag in enumerate(outline.tags):
        if tag not in _HEADLINES or node in outline.hidden or not (leaves := outline.leaves(node)):
            continue
        text = around.visible_text(node, leaves)
        key = name_key(text)
        if not key or len(text) > _LONGEST_NAME or is_code(text) or _BY.match(text):
            continue
        repeated = any(key in other or (other and other in key) for other in others)
        share = min(len(key) / (len(around.title) or len(key)), 1.0)
        sure = 0.45 + 0.3 * repeated + 0.15 * (tag == "h1") - 0.1 * (tag == "h3") + 0.08 * share
        headlines.append((sure if repeated or tag == "h1" else 0.2, text, leaves[0]))
    if headlines:
        sure, text, leaf = max(headlines, key=lambda headline: headline[0])
        if sure > 0.5:
            return [PageFact("name", text, round(sure, 2))], leaf
    title = next((n for n, tag in enumerate(outline.tags) if tag == "title"), None)
    own = around.own_leaves(title) if title else []
    if not own:
        return [], 0
    longest = max(_CUT.split(outline.texts[own[0]][:_LONGEST_NAME]), key=len)
    return [PageFact("name", longest.strip(), 0.4)], 0


def _labelled(around: Surroundings) -> Iterator[PageFact]:
    """Brands and codes after a label, in the same text or the next one."""
    outline = around.outline
    for leaf, raw in enumerate(outline.raw_texts):
        if len(raw) > 2 * _LONGEST_CODE or outline.owners[leaf] in outline.hidden:
            continue
        label, colon, value = outline.texts[leaf].replace("：", ":").partition(":")
        label = label.strip()
        known = _LABEL.fullmatch(label)
        if known is None:
            if is_code(label) and label.startswith(("978", "979")):
                yield PageFact("isbn", label, 0.7)
            continue
        behind = around.after_label(leaf) if not value.strip() else None
        if behind is not None:
            value = outline.texts[behind]
        role = cast("Role", known.lastgroup)
        yield from _after_label(role, value.strip(), 0.85 if colon else 0.75)


def _after_label(role: Role, value: str, sure: float) -> Iterator[PageFact]:
    if not 0 < len(value) <= _LONGEST_CODE:
        return
    if role in {"isbn", "gtin"}:
        code = only_of_kind("code", value)
        if code:
            isbn = role == "isbn" or name_key(code).startswith(("978", "979"))
            # Of the two numbers of a book the longer one is also its bar code.
            longer = 0.05 * (len(name_key(code)) > len("0123456789"))
            yield PageFact("isbn" if isbn else "gtin", code, sure + longer)
    elif role == "brand":
        if kind_of(value) == "text":
            yield PageFact(role, value, sure)
    elif any(map(str.isdigit, value)) and " " not in value:
        yield PageFact(role, value, sure)


def _prices(around: Surroundings, headline: int) -> Iterator[PageFact]:
    """Prices that are asked for this product: near the headline, not struck out, not in lists."""
    outline = around.outline
    found: list[tuple[tuple[Step, ...], str, float]] = []
    for leaf, raw in enumerate(outline.raw_texts):
        if len(raw) > _LONGEST_CODE or outline.owners[leaf] in outline.hidden:
            continue
        text = outline.texts[leaf]
        if not any(map(str.isdigit, text)):
            continue
        value = only_of_kind("price", join_price(around.whole_price(text, [leaf])))
        if value and re.search(r"[1-9]", value):
            place = around.path(outline.owners[leaf])[:4]
            found.append((place, value, _asked(around, leaf, headline)))
    crowds = Counter(place for place, _, _ in found)
    for place, value, sure in found:
        in_list = crowds[place] > _LIST
        yield PageFact("price", value, round(max(sure - 0.3 * in_list, 0.05), 2))


def _asked(around: Surroundings, leaf: int, headline: int) -> float:
    """How likely a price is the one asked for the page's product."""
    outline = around.outline
    way = outline.ancestors(outline.owners[leaf], 5)
    label, _ = around.label(outline.owners[leaf], leaf)
    if any(outline.tags[node] in _STRUCK for node in way[:3]) or _NOT_ASKED.search(label):
        return 0.1
    sure = 0.35
    if any(_OUT_OF_USE.search(outline.rests[node]) for node in way):
        sure -= 0.2
    if headline and 0 < leaf - headline <= _NEAR:
        sure += 0.3 - 0.2 * (leaf - headline) / _NEAR
    if any(b"price" in outline.rests[node].lower() for node in way[:3]) or "price" in label:
        sure += 0.2
    return sure


# Where on a page without labels is the product, and what are its attributes?
#
# Rows that are likely facts of the product are read as on any page without rules; the best fitting
# topic, if there is one, maps their names to attributes. The innermost element with most of the
# rows is the region. All of it is a proposal for a person to check.

# The region is the innermost element that holds this share of the names.
_ENOUGH = 0.8
_FEWEST_NAMES = 2
# How likely a row must be a fact; less where the topic that fits the page knows its name.
_LEAST = 0.5
_LEAST_KNOWN = 0.1
# How many elements around the region are shown.
_PATH = 6


@dataclass(frozen=True, slots=True)
class RegionElement:
    """An element as the page's source has it; `path` are the tags around it."""

    tag: str
    id: str
    classes: tuple[str, ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guess:
    """The leaves of the region (empty if there seems to be no product), its element, its pairs."""

    region: range
    place: RegionElement | None
    readings: tuple[PairReading, ...]


def guess_region(page: Page, topics: Sequence[Topic]) -> Guess:
    """What a person would most likely mark on this page."""
    page_rows = rows_of(page)
    shown = page_rows.outline
    rows = read_rows(page_rows, None, {}, least=_LEAST_KNOWN)
    rows = [reading for reading in rows if reading.name_leaf is not None]
    readings = [reading for reading in rows if reading.pair.confidence >= _LEAST]
    node = _region(shown, readings)
    if node is None:
        return Guess(range(0), None, ())
    topic = fitting_topic((reading.pair.name for reading in readings), topics)
    if topic:
        readings = [one for one in rows if one in readings or topic.standard_name(one.pair.name)]
        readings = [_with_attribute(reading, topic) for reading in readings]
        naming = topic.naming
        if naming and all(one.pair.attribute != naming.name for one in readings):
            readings = [*_product_name(page_rows, naming.name), *readings]
    return Guess(shown.leaves(node), _place(shown, node), tuple(readings))


def _with_attribute(reading: PairReading, topic: Topic) -> PairReading:
    attribute = topic.standard_name(reading.pair.name)
    return replace(reading, pair=replace(reading.pair, attribute=attribute))


def _place(shown: Outline, node: int) -> RegionElement:
    word, classes = identity(shown, node)
    tag, *path = [shown.tags[step] for step in shown.ancestors(node, _PATH + 1)]
    return RegionElement(tag, word, classes, tuple(filter(None, path)))


def _region(shown: Outline, readings: Sequence[PairReading]) -> int | None:
    """The innermost element that holds most names, each counted once."""
    held: dict[int, set[str]] = defaultdict(set)
    for reading in readings:
        if reading.name_leaf is not None:
            for node in shown.ancestors(shown.owners[reading.name_leaf]):
                held[node].add(name_key(reading.pair.name))
    if len(held[0]) < _FEWEST_NAMES:
        return None
    wanted = _ENOUGH * len(held[0])
    return max(node for node, keys in held.items() if len(keys) >= wanted)


def _product_name(rows: PageRows, naming: str) -> list[PairReading]:
    """The headline, or the start of the title, as the product's name."""
    shown, leaf = rows.outline, rows.title_leaf
    around = shown.ancestors(shown.owners[leaf]) if leaf >= 0 else ()
    headline = next((node for node in around if shown.tags[node] == "h1"), None)
    leaves = range(leaf, leaf + 1) if headline is None else shown.leaves(headline)
    text = shown.text(leaves) if leaf >= 0 else ""
    if not name_key(text) or len(text) > LONGEST_NAME:
        return []
    return [PairReading(Pair(naming, "", text), None, tuple(leaves))]
