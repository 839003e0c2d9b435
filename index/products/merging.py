"""Decides which records describe the same product.

`identify` extracts from a record its brand and model, codes, screen size and chip. Records that
share a key form a block (`blocking_keys`); `groups_of` splits a block into products. Records with
the same name are one product unless they contradict each other; in doubt they are kept apart.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from index.products.names import (
    LONGEST_NAME,
    ReadName,
    Variant,
    code_family,
    codes_in,
    is_code,
    read_name,
    split_brand,
)
from index.products.vocabulary import BRANDS, MARKS, compact, folded, tidy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from store.records import CurrentRecord


_MAKERS = {folded(word): maker for maker, words in MARKS.chip_makers.items() for word in words}
_LINES = {folded(word): maker for maker, words in MARKS.chip_lines.items() for word in words}
_NUMBERED = re.compile(rf"({'|'.join(map(re.escape, _LINES))})\s*([a-z]?)(\d)")


class Chipset(NamedTuple):
    """Its makers, and the classes of its lines ("qualcomm 6"); empty if unknown."""

    makers: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()


def read_chipset(said: str) -> Chipset:
    """Parse a processor's name, complete or not.

    >>> read_chipset("高通骁龙625 2GHz(8核)")
    Chipset(makers=frozenset({'qualcomm'}), classes=frozenset({'qualcomm 6'}))
    >>> read_chipset("八核")
    Chipset(makers=frozenset(), classes=frozenset())
    """
    text = folded(said)
    return Chipset(
        frozenset(maker for word, maker in _MAKERS.items() if word in text),
        frozenset(
            f"{_LINES[line]} {kind or digit}" for line, kind, digit in _NUMBERED.findall(text)
        ),
    )


# What identifies the product of a record.


_NAME, _BRAND, _MODEL, _SCREEN, _CHIP = "手机名", "品牌", "型号", "主屏尺寸", "处理器"
_INCHES = re.compile(
    r"(?<![\d.])([1-9](?:\.\d{1,2})?)\s*(?:英寸|寸|inch|in\b|\"|″|$)", re.IGNORECASE
)


class ProductKey(NamedTuple):
    """The same for all records of a product; both parts are compact."""

    brand: str
    model: str


class Identity(NamedTuple):
    """`key` is None if the record does not name its product, or contradicts itself.

    `name` is the whole name as the page writes it, `written` the model in it.
    """

    key: ProductKey | None
    name: str = ""
    written: str = ""
    codes: frozenset[str] = frozenset()
    variant: Variant = Variant()
    inches: float | None = None
    chip: Chipset = Chipset()


def identify(record: CurrentRecord) -> Identity:
    brand = _said_brand(record)
    names = [read_name(raw, brand) for raw in _raw(record, _NAME) or _raw(record, _MODEL)]
    brands = dict.fromkeys(name.brand for name in names if name.brand)
    keys = {_key(name, next(iter(brands), brand)) for name in names}
    key = keys.pop() if len(keys) == 1 else None
    if key is None or not _agree(key.brand, brand):
        return Identity(None, names[0].whole if names else "")
    first = names[0]
    codes = first.codes.union(*(codes_in(tidy(raw)) for raw in _raw(record, _MODEL)))
    chip = read_chipset(" ".join(_raw(record, _CHIP))[:LONGEST_NAME])
    inches = _inches(record)
    return Identity(key, first.whole, first.written, codes, first.variant, inches, chip)


def _raw(record: CurrentRecord, attribute: str) -> list[str]:
    found = (value.raw for value in record.values if value.attribute == attribute)
    return [raw for raw in dict.fromkeys(found) if raw.strip()]


def _said_brand(record: CurrentRecord) -> str:
    """The brand given by the record; unknown brands are taken as written."""
    for raw in _raw(record, _BRAND)[:1]:
        branded = split_brand(tidy(raw[:LONGEST_NAME]))
        return branded.brand if branded.brand and not branded.rest else compact(raw[:LONGEST_NAME])
    return ""


def _key(name: ReadName, brand: str) -> ProductKey | None:
    brand = name.brand or brand
    about = BRANDS.brands.get(brand)
    model = name.model
    if about is None:  # the name may or may not begin with an unknown brand
        model = model.removeprefix(brand)
    if not brand or not (model or (about and about.is_model)):
        return None
    return ProductKey(brand, model)


def _agree(named: str, said: str) -> bool:
    """A page with brand 小米 may show a 红米; one with brand 红米 that names a 小米 is wrong."""
    return not said or said not in BRANDS.brands or BRANDS.is_within(named, said)


def _inches(record: CurrentRecord) -> float | None:
    for raw in _raw(record, _SCREEN)[:1]:
        if match := _INCHES.search(folded(raw[:LONGEST_NAME])):
            return float(match[1])
    return None


# Which records with the same name are one product. In doubt they are not.


_SAME_SCREEN = 0.3  # inches; sites round, and measure with or without the corners
_MOST_KINDS = 100  # different traits under one name; more are noise, not phones


class ProductTraits(NamedTuple):
    """What else a record says about the phone; records with equal traits stay together."""

    families: frozenset[str]
    inches: float | None
    generations: frozenset[str]
    chip: Chipset

    @classmethod
    def of(cls, identity: Identity) -> ProductTraits:
        about = BRANDS.brands.get(identity.key.brand) if identity.key else None
        families = frozenset(map(code_family, identity.codes))
        return cls(
            frozenset() if about and about.codes_by_region else families,
            identity.inches,
            identity.variant.generations,
            Chipset() if about and about.chips_by_region else identity.chip,
        )

    def contradicts(self, other: ProductTraits) -> bool:
        return (
            _apart(self.families, other.families)
            or _apart(self.generations, other.generations)
            or any(map(_apart, self.chip, other.chip))
            or _far(self.inches, other.inches)
        )


def _apart(some: frozenset[str], others: frozenset[str]) -> bool:
    return bool(some) and bool(others) and some.isdisjoint(others)


def _far(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and abs(one - other) > _SAME_SCREEN


def contradict(some: Sequence[Identity], others: Sequence[Identity]) -> bool:
    """Does any of the first contradict any of the second?"""
    kinds = set(map(ProductTraits.of, others))
    return any(one.contradicts(kind) for one in set(map(ProductTraits.of, some)) for kind in kinds)


def same_phones(alike: Sequence[Identity]) -> list[list[int]]:
    """Groups (of positions) of identities with one key: a single group if none contradicts."""
    places: dict[ProductTraits, list[int]] = defaultdict(list)
    for place, identity in enumerate(alike):
        places[ProductTraits.of(identity)].append(place)
    if len(places) > _MOST_KINDS:
        return list(places.values())
    return [
        sorted(place for kind in group for place in places[kind])
        for group in _without_contradictions(list(places))
    ]


def _without_contradictions(kinds: list[ProductTraits]) -> list[list[ProductTraits]]:
    """Those with most contradictions form groups first; what fits several groups stays alone."""
    rivals = {kind: sum(map(kind.contradicts, kinds)) for kind in kinds}
    groups: list[list[ProductTraits]] = []
    alone: list[list[ProductTraits]] = []
    for kind in sorted(kinds, key=lambda kind: (-rivals[kind], _in_order(kind))):
        fitting = [group for group in groups if not any(map(kind.contradicts, group))]
        if len(fitting) > 1:
            alone.append([kind])
        elif fitting:
            fitting[0].append(kind)
        else:
            groups.append([kind])
    return groups + alone


def _in_order(kind: ProductTraits) -> tuple[float, list[list[str]]]:
    """An arbitrary but stable order."""
    words = (kind.families, kind.generations, *kind.chip)
    return kind.inches or 0.0, list(map(sorted, words))


# Blocks: records that may be one product, because they share keys.


class IdentifiedRecord(NamedTuple):
    """A record with its identity."""

    record: CurrentRecord
    identity: Identity


def blocking_keys(known: IdentifiedRecord) -> frozenset[tuple[str, str, str]]:
    """Records that share none of these are never compared."""
    key = known.identity.key
    page = ("page", known.record.url, "")
    if key is None:
        return frozenset({page})
    codes = {("code", key.brand, code) for code in (*known.identity.codes, key.model)}
    return frozenset({page, ("name", *key), *codes})


def groups_of(block: Iterable[IdentifiedRecord]) -> list[list[IdentifiedRecord]]:
    """The records of a block, grouped by product."""
    by_key: dict[ProductKey | None, list[IdentifiedRecord]] = defaultdict(list)
    for known in sorted(block, key=_order):
        by_key[known.identity.key].append(known)
    unnamed = by_key.pop(None, [])
    groups: list[list[IdentifiedRecord]] = []
    for alike in by_key.values():
        places = same_phones([known.identity for known in alike])
        groups += [[alike[place] for place in group] for group in places]
    return _with_unnamed(_with_bare_codes(groups), unnamed)


def _order(known: IdentifiedRecord) -> tuple[str, str, int]:
    return known.record.url, known.record.source, known.record.ordinal


def _with_bare_codes(groups: list[list[IdentifiedRecord]]) -> list[list[IdentifiedRecord]]:
    """A record named only by a code (三星 SM-G9500) joins the one phone that has this code."""
    coded = [group for group in groups if is_code(_model(group))]
    named = [group for group in groups if not is_code(_model(group))]
    for group in coded:
        homes = [home for home in named if _has_code(home, group)]
        if len(homes) == 1 and not contradict(_identities(homes[0]), _identities(group)):
            homes[0].extend(group)
        else:
            named.append(group)
    return named


def _has_code(home: Sequence[IdentifiedRecord], coded: Sequence[IdentifiedRecord]) -> bool:
    key, code = home[0].identity.key, coded[0].identity.key
    if key is None or code is None or key.brand != code.brand or code.model in key.model:
        return False  # W2018 尊享版 is not another name of W2018
    return any(code.model in known.identity.codes for known in home)


def _with_unnamed(
    groups: list[list[IdentifiedRecord]], unnamed: list[IdentifiedRecord]
) -> list[list[IdentifiedRecord]]:
    """A record without a name joins the one product that its page shows."""
    homes: dict[str, list[list[IdentifiedRecord]]] = defaultdict(list)
    for group in groups:
        for url in {known.record.url for known in group}:
            homes[url].append(group)
    for known in unnamed:
        found = homes.get(known.record.url, [])
        if len(found) == 1:
            found[0].append(known)
        else:
            groups.append([known])
    return groups


def _model(group: Sequence[IdentifiedRecord]) -> str:
    key = group[0].identity.key
    return key.model if key else ""


def _identities(group: Sequence[IdentifiedRecord]) -> list[Identity]:
    return [known.identity for known in group]
