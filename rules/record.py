"""What comes out of a page: records, how the extraction went, and whether they fit the topic."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.topic import Topic
    from rules.model import SiteRules
    from rules.page_rows import PageRows


class Status(StrEnum):
    """Whether a page was read, by a rule or without one; else why not."""

    OK = "ok"
    READ = "read"
    NO_RULE = "no-rule"
    NO_MATCH = "no-match"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Pair:
    """One name and value as the page shows them; attribute is None where no rule knows it.

    `values` are the items where the value is a list, in page order; `section` is the heading
    above the pair. `by` is how it was read (area, unit, row, embedded), `confidence` the
    probability that it is a fact of this page's product.
    """

    attribute: str | None
    name: str
    value: str
    values: tuple[str, ...] = ()
    section: str = field(default="", compare=False)
    by: str = field(default="", compare=False)
    confidence: float = field(default=1.0, compare=False)

    @property
    def by_rule(self) -> bool:
        """Whether a rule read it; pairs from rows or embedded data are unconfirmed."""
        return self.by not in {"row", "embedded"}


@dataclass(frozen=True, slots=True)
class PairReading:
    """A pair and the leaves it was read from.

    `in_name_leaf` is true where the value begins in the same text as the name; `group` is the
    element around the row and its siblings, None where there is no row.
    """

    pair: Pair
    name_leaf: int | None
    value_leaves: tuple[int, ...]
    in_name_leaf: bool = False
    group: int | None = None

    @property
    def leaves(self) -> tuple[int, ...]:
        return self.value_leaves if self.name_leaf is None else (self.name_leaf, *self.value_leaves)


@dataclass(frozen=True, slots=True)
class Record:
    pairs: tuple[Pair, ...]

    def joined(self) -> dict[str, str]:
        """Attribute (the page's name where it is unknown) → value; repeats are joined."""
        values: dict[str, list[str]] = {}
        for pair in self.pairs:
            kept = values.setdefault(pair.attribute or pair.name, [])
            if pair.value not in kept:
                kept.append(pair.value)
        return {name: "；".join(kept) for name, kept in values.items()}


@dataclass(frozen=True, slots=True)
class Extraction:
    """`rule` is the id of the layout that read the page; `rows` are set if rows were read."""

    status: Status
    rule: str | None = None
    records: tuple[Record, ...] = ()
    rows: PageRows | None = field(default=None, compare=False, repr=False)


def with_standard_names(extraction: Extraction, topic: Topic) -> Extraction:
    """Map the names of pairs that no sample labelled to attributes of the topic.

    An attribute with the page's own name was never chosen by anyone: it is mapped as well.
    """
    known = {attribute.name for attribute in topic.attributes}

    def mapped(pair: Pair) -> Pair:
        if pair.attribute is not None and (pair.attribute in known or pair.attribute != pair.name):
            return pair
        return replace(pair, attribute=topic.standard_name(pair.name))

    records = tuple(
        replace(record, pairs=tuple(map(mapped, record.pairs))) for record in extraction.records
    )
    return replace(extraction, records=records)


# Share of known names: sites add a few new ones; other kinds of products have few in common.
KNOWN_SHARE = 0.6
_OF_THE_TOPIC = 0.25  # share of a page's names that a fitting topic knows
# The same for records read without a rule: share of the record's names, or of the topic's if those
# are fewer, so that a small topic drops nothing. At least three: all products have brand and price.
_UNCONFIRMED_SHARE = 0.3
_FEWEST_KNOWN = 3


def wanted(extraction: Extraction, rules: SiteRules | None) -> Extraction:
    """Drop unconfirmed pairs whose names a reviewer does not want."""
    if rules is None or not rules.unwanted:
        return extraction
    records = (
        tuple(
            pair
            for pair in record.pairs
            if pair.by_rule or name_key(pair.name) not in rules.unwanted_keys
        )
        for record in extraction.records
    )
    return replace(extraction, records=tuple(Record(pairs) for pairs in records if pairs))


def is_on_topic(record: Record, rules: SiteRules, topic: Topic) -> bool:
    """Whether most names that rules read are known to the topic or from a sample of the site.

    Pairs that no rule chose do not count.
    """
    by_rule = replace(record, pairs=tuple(pair for pair in record.pairs if pair.by_rule))
    names, known = _known(by_rule, rules, topic)
    return known >= KNOWN_SHARE * names


def fits_topic(record: Record, rules: SiteRules | None, topic: Topic) -> bool:
    """Whether a record that was read without a rule is about the topic's kind of product."""
    names, known = _known(record, rules, topic)
    of_topic = len(topic.attributes)
    return known >= max(min(_FEWEST_KNOWN, of_topic), _UNCONFIRMED_SHARE * min(names, of_topic))


def _known(record: Record, rules: SiteRules | None, topic: Topic) -> tuple[int, int]:
    """How many names the record has, and how many of them are known."""
    names = {name_key(pair.name): pair.attribute for pair in record.pairs if pair.name}
    of_site = rules.known_names if rules else frozenset()
    known = sum(
        attribute is not None or key in topic.lexicon or key in of_site
        for key, attribute in names.items()
    )
    return len(names), known


def fitting_topic(names: Iterable[str], topics: Iterable[Topic]) -> Topic | None:
    """The topic that knows most of these names; None if it knows too few."""
    keys = {name_key(name) for name in names}
    fits = [(sum(key in topic.lexicon for key in keys), topic) for topic in topics]
    known, best = max(fits, key=lambda fit: fit[0], default=(0, None))
    return best if known and known >= _OF_THE_TOPIC * len(keys) else None
