"""Decides which records describe the same product.

Records that share a key form a block (`blocking_keys`); `groups_of` splits a block into products.
Records of one page about one thing, with the same name or with the same code are one product unless
they contradict each other; in doubt they are kept apart.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from core.records import BY_ROWS, BY_RULE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from index.products.identify import Identity, ProductKey, ProductTraits
    from store.records import CurrentRecord


# Which records with the same name are one product. In doubt they are not.


_MOST_KINDS = 100  # different traits under one name; more are noise, not products


def contradict(kinds: AbstractSet[ProductTraits], others: AbstractSet[ProductTraits]) -> bool:
    """Whether any of the first contradicts any of the second, or there are too many to compare."""
    if len(kinds) > _MOST_KINDS or len(others) > _MOST_KINDS:
        return True
    return any(one.contradicts(other) for one in kinds for other in others)


def same_products(alike: Sequence[Identity]) -> list[list[int]]:
    """Groups (of positions) of identities with one key: a single group if none contradicts.

    What fits several groups stays alone; with names that were learned, which are less certain than
    words of the topic's file, it joins the largest, for most contradictions there are mistakes.
    """
    places: dict[ProductTraits, list[int]] = defaultdict(list)
    for place, identity in enumerate(alike):
        places[identity.traits].append(place)
    if len(places) > _MOST_KINDS:
        return list(places.values())
    groups, fitting_several = _without_contradictions(list(places))
    if alike[0].is_learned and groups:
        largest = max(groups, key=lambda group: sum(len(places[kind]) for kind in group))
        largest += fitting_several
    else:
        groups += ([kind] for kind in fitting_several)
    return [sorted(place for kind in group for place in places[kind]) for group in groups]


def _without_contradictions(
    kinds: list[ProductTraits],
) -> tuple[list[list[ProductTraits]], list[ProductTraits]]:
    """Those with most contradictions form groups first; and what fits several groups."""
    rivals = {kind: sum(map(kind.contradicts, kinds)) for kind in kinds}
    groups: list[list[ProductTraits]] = []
    fitting_several: list[ProductTraits] = []
    for kind in sorted(kinds, key=lambda kind: (-rivals[kind], _in_order(kind))):
        fitting = [group for group in groups if not any(map(kind.contradicts, group))]
        if len(fitting) > 1:
            fitting_several.append(kind)
        elif fitting:
            fitting[0].append(kind)
        else:
            groups.append([kind])
    return groups, fitting_several


def _in_order(kind: ProductTraits) -> tuple[list[float], list[list[str]]]:
    """An arbitrary but stable order."""
    return [amount.number or 0.0 for amount in kind.amounts], list(map(sorted, kind.words))


# Blocks: records that may be one product, because they share keys.


class IdentifiedRecord(NamedTuple):
    """A record with its identity."""

    record: CurrentRecord
    identity: Identity


Group: TypeAlias = "list[IdentifiedRecord]"  # of one product; the first has its name


def blocking_keys(known: IdentifiedRecord) -> frozenset[tuple[str, str, str]]:
    """Records that share none of these are never compared."""
    identity = known.identity
    keys = {("page", known.record.url, ""), *(("gtin", code, "") for code in identity.gtins)}
    if identity.key:
        codes = (*identity.codes, identity.key.model)
        keys |= {("code", identity.key.brand, code) for code in codes}
        keys |= {("part", part, "") for part in identity.parts}
        keys.add(("name", *identity.key))
    return frozenset(keys)


def groups_of(block: Iterable[IdentifiedRecord]) -> list[Group]:
    """The records of a block, grouped by product."""
    by_key: dict[ProductKey | None, list[Group]] = defaultdict(list)
    for page in _pages(sorted(block, key=_order)):
        by_key[page[0].identity.key].append(page)
    unnamed = by_key.pop(None, [])
    groups: list[Group] = []
    for alike in by_key.values():
        places = same_products([page[0].identity for page in alike])
        groups += [[known for place in group for known in alike[place]] for group in places]
    groups = _with_bare_codes(groups)
    return _with_unnamed(_with_equal_codes([*groups, *unnamed]))


def _order(known: IdentifiedRecord) -> tuple[str, str, int]:
    return known.record.url, known.record.source, known.record.ordinal


# Records of one page.


_SHOWN = frozenset((BY_RULE, BY_ROWS))


def _pages(records: Iterable[IdentifiedRecord]) -> Iterator[Group]:
    """A page's embedded data is about the one product that the page shows."""
    pages: dict[str, Group] = defaultdict(list)
    for known in records:
        pages[known.record.url].append(known)
    for page in pages.values():
        shown = [known for known in page if known.record.source in _SHOWN]
        embedded = [known for known in page if known.record.source not in _SHOWN]
        if len(shown) == 1 and embedded and _agree(shown[0], embedded):
            key = shown[0].identity.key
            yield sorted(page, key=lambda known: _rank(known.identity.key, key))
        else:
            yield from ([known] for known in page)


def _rank(key: ProductKey | None, shown: ProductKey | None) -> int:
    """What names the product as the page shows it comes first."""
    return 0 if key and key == shown else 1 if key else 2


def _agree(shown: IdentifiedRecord, embedded: Sequence[IdentifiedRecord]) -> bool:
    keys = [known.identity.key for known in (shown, *embedded)]
    return len({key.brand for key in keys if key}) <= 1


# Groups that share a code.


def _with_bare_codes(groups: list[Group]) -> list[Group]:
    """A record named only by a code (三星 SM-G9500) joins the one product that has this code."""
    homes: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        first = group[0].identity
        if first.key and (first.is_learned or not first.is_code):
            codes = {code for known in group for code in known.identity.codes}
            for code in codes:
                homes[first.key.brand, code].append(place)
    joined = _Joined(groups)
    for place, group in enumerate(groups):
        first = group[0].identity
        if not first.key or not (first.is_learned or first.is_code):
            continue
        found = [
            home
            for home in homes.get((first.key.brand, first.key.model), ())
            if home != place and not _goes_on(groups[home], first.key)
        ]
        if len(found) == 1:
            joined.join(found[0], place)
    return joined.groups()


def _goes_on(home: Group, code: ProductKey) -> bool:
    """W2018 尊享版 is not another name of W2018."""
    key = home[0].identity.key
    return key is not None and code.model in key.model


def _with_equal_codes(groups: list[Group]) -> list[Group]:
    """Records with the same GTIN, or with the same part number of one brand."""
    having: dict[str, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        codes = {code for one in group for code in one.identity.gtins | one.identity.parts}
        for code in sorted(codes):
            having[code].append(place)
    joined = _Joined(groups)
    for first, *others in having.values():
        for other in others:
            joined.join(first, other)
    return joined.groups()


class _Joined:
    """Groups that are joined unless they are of different brands or contradict each other."""

    def __init__(self, groups: list[Group]) -> None:
        self._members = {place: list(group) for place, group in enumerate(groups)}
        self._home = {place: place for place in self._members}
        self._brands = {place: _brands(group) for place, group in enumerate(groups)}
        self._kinds = {place: _kinds(group) for place, group in enumerate(groups)}

    def join(self, one: int, other: int) -> None:
        """The second becomes a part of the first, which comes first if it has a name."""
        one, other = self._found(one), self._found(other)
        if one == other or not (
            self._brands[one] <= self._brands[other] or self._brands[other] <= self._brands[one]
        ):
            return
        if contradict(self._kinds[one], self._kinds[other]):
            return
        if not self._members[one][0].identity.key:
            one, other = other, one
        self._members[one] += self._members.pop(other)
        self._brands[one] |= self._brands[other]
        self._kinds[one] |= self._kinds[other]
        self._home[other] = one

    def _found(self, place: int) -> int:
        while self._home[place] != place:
            self._home[place] = self._home[self._home[place]]
            place = self._home[place]
        return place

    def groups(self) -> list[Group]:
        return list(self._members.values())


def _brands(group: Group) -> set[str]:
    return {known.identity.key.brand for known in group if known.identity.key}


def _kinds(group: Group) -> set[ProductTraits]:
    return {known.identity.traits for known in group}


def _with_unnamed(groups: list[Group]) -> list[Group]:
    """A record without a name joins the one product that its page shows."""
    named = [group for group in groups if group[0].identity.key]
    homes: dict[str, list[Group]] = defaultdict(list)
    for group in named:
        for url in {known.record.url for known in group}:
            homes[url].append(group)
    for group in groups:
        if group[0].identity.key:
            continue
        found = homes.get(group[0].record.url, [])
        if len(group) == 1 and len(found) == 1:
            found[0].extend(group)
        else:
            named.append(group)
    return named
