"""Blocks: records that might be one product, found by the keys they share."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from index.products.codes import is_code
from index.products.grouping import contradict, same_phones

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from index.products.identity import Identity, ProductKey
    from store.records import CurrentRecord


class IdentifiedRecord(NamedTuple):
    """A record, and which product it tells of."""

    record: CurrentRecord
    identity: Identity


def blocking_keys(known: IdentifiedRecord) -> frozenset[tuple[str, str, str]]:
    """Records without one of these in common are never compared."""
    key = known.identity.key
    page = ("page", known.record.url, "")
    if key is None:
        return frozenset({page})
    codes = {("code", key.brand, code) for code in (*known.identity.codes, key.model)}
    return frozenset({page, ("name", *key), *codes})


def groups_of(block: Iterable[IdentifiedRecord]) -> list[list[IdentifiedRecord]]:
    """The products of a block: its records, group by group."""
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
    """A record named by a code alone (三星 SM-G9500) joins the one phone that has this code."""
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
        return False  # W2018 尊享版 is no other name for W2018
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
