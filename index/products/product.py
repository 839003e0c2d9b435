"""A product: what several records say of one thing."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from index.products.shown_value import AttributeValues, RecordSource, as_written, attribute_values
from index.products.vocabulary import BRANDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from index.products.blocks import IdentifiedRecord
    from index.products.identity import ProductKey
    from index.products.shown_value import SameValue
    from index.products.variants import Variant
    from store.records import CurrentRecord


class Member(NamedTuple):
    """A record that tells of the product."""

    record_id: int
    url: str
    site: str
    source: str
    variant: Variant


class Product(NamedTuple):
    """`id` stays the same as long as the name does; `key` is None for what has no name."""

    id: str
    key: ProductKey | None
    title: str
    members: tuple[Member, ...]
    attributes: Mapping[str, AttributeValues]

    @property
    def sites(self) -> frozenset[str]:
        return frozenset(member.site for member in self.members)

    @property
    def variants(self) -> tuple[Variant, ...]:
        """Each once, in the order of the members."""
        return tuple(dict.fromkeys(member.variant for member in self.members))


def make_product(
    group: Sequence[IdentifiedRecord], *, alone: bool, same: SameValue = as_written
) -> Product:
    """`alone`: no other product has the same key, so that the key is id enough."""
    key = group[0].identity.key
    members = tuple(
        Member(
            known.record.id,
            known.record.url,
            known.record.site,
            known.record.source,
            known.identity.variant,
        )
        for known in group
    )
    mark = "" if key and alone else f"~{_fingerprint(group[0].record)}"
    title = group[0].identity.name if mark else _title(group)
    return Product(_key_id(key) + mark, key, title, members, _attributes(group, same))


def _key_id(key: ProductKey | None) -> str:
    return ":".join(key).replace("/", "_") if key else ""


def _fingerprint(record: CurrentRecord) -> str:
    """The same in every run, and in a ledger made anew."""
    text = f"{record.url} {record.source} {record.ordinal}"
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


def _title(group: Sequence[IdentifiedRecord]) -> str:
    """The brand's first name, and the model as most write it; of unknown brands the whole name."""
    key = group[0].identity.key
    about = BRANDS.brands.get(key.brand) if key else None
    if about is None:
        return group[0].identity.name
    writings = Counter(known.identity.written for known in group if known.identity.key == key)
    written = max(writings, key=lambda text: (writings[text], len(text), text))
    return f"{about.names[0]} {written}".strip()


def _attributes(group: Sequence[IdentifiedRecord], same: SameValue) -> dict[str, AttributeValues]:
    said: dict[str, list[tuple[str, RecordSource]]] = defaultdict(list)
    for known in group:
        for attribute, (raw, source) in _said_by(known).items():
            said[attribute].append((raw, source))
    return {
        attribute: attribute_values(attribute, values, same) for attribute, values in said.items()
    }


def _said_by(known: IdentifiedRecord) -> dict[str, tuple[str, RecordSource]]:
    """A record that shows an attribute several times says all of it.

    But not what only its rows say of what a rule read.
    """
    record, said = known.record, dict[str, tuple[str, RecordSource]]()
    for value in record.values:
        name = value.attribute or value.name
        source = RecordSource(
            *(record.id, record.url, record.site, record.source),
            *(value.rule, value.rule_version, value.since, known.identity.variant),
            by=value.by,
            confidence=value.confidence,
        )
        before = said.get(name)
        if before is None or (before[1].by and not value.by):
            said[name] = (value.raw, source)
        elif value.by and not before[1].by:
            continue
        elif value.raw not in before[0].split("；"):
            said[name] = (f"{before[0]}；{value.raw}", before[1])
    return said
