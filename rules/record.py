"""What comes out of a page: records, how the extraction went, and whether they fit the topic."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import ceil
from typing import TYPE_CHECKING

from core.names import name_key
from core.topic import Role, ValueType

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


# Of these a product has one: name, brand and price.
_GIVEN_ONCE = (Role.NAME, Role.BRAND, Role.PRICE)


def without_rivals(extraction: Extraction, topic: Topic) -> Extraction:
    """Drop prices, names and brands that rows show beside the one that a rule reads.

    They are of other sellers or other products. One with a name of its own, like a list price,
    stays under that name.
    """
    once = {one.name for one in topic.attributes if one.role in _GIVEN_ONCE}

    def kept(record: Record) -> Record:
        by_rule = {pair.attribute for pair in record.pairs if pair.by_rule} & once
        return Record(
            tuple(
                replace(pair, attribute=None) if is_rival else pair
                for pair in record.pairs
                if not (is_rival := not pair.by_rule and pair.attribute in by_rule)
                or name_key(pair.name) != name_key(pair.attribute or "")
            )
        )

    return replace(extraction, records=tuple(map(kept, extraction.records)))


_OF_THE_TOPIC = 0.25  # share of a page's names, or of its own, that a fitting topic knows
# So many known names on a page that a rule reads are enough, however many others it shows: the
# pages that say most about a product also have most names that nobody knows yet.
_ENOUGH_KNOWN = 10
_LABELLED_SHEET = 6  # names: a sample of fewer tells little about other pages
_FREE_TEXT = (ValueType.TEXT, ValueType.LIST)
_LONGEST_WORD = 24  # characters: "in-plane switching" is one, a sentence is none
_MOST_LISTED = 12  # names in a reason
_LONGEST_LISTED = 40


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


@dataclass(frozen=True, slots=True)
class TopicFit:
    """The names of a record that the topic, or a sample of the site, knows, and the others."""

    known: tuple[str, ...]
    unknown: tuple[str, ...]
    needed: int

    @property
    def fits(self) -> bool:
        return len(self.known) >= self.needed

    def __str__(self) -> str:
        names = len(self.known) + len(self.unknown)
        return (
            f"{len(self.known)} of {names} names are known, {self.needed} are needed. "
            f"Known: {_listed(self.known)}. Not known: {_listed(self.unknown)}."
        )


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(name[:_LONGEST_LISTED] for name in names[:_MOST_LISTED])
    return f"{shown}, …" if len(names) > _MOST_LISTED else shown or "none"


def fit_by_rule(record: Record, rules: SiteRules, topic: Topic) -> TopicFit:
    """Whether what a rule read is a product of the topic: the rule may fit other kinds, too.

    Pairs that no rule chose count only if the rule found few of the names that were labelled: then
    the shop's notebook may have no more of a phone than brand, model and price.
    """
    by_rule = replace(record, pairs=tuple(pair for pair in record.pairs if pair.by_rule))
    known, unknown = _known_names(by_rule, rules, topic)
    labelled = sum(one.attribute is not None and bool(one.name) for one in rules.names)
    if labelled >= _LABELLED_SHEET and len(known) < labelled / 2:
        known, unknown = _known_names(record, rules, topic)
    share = _share_of(topic.on_topic.rule_share, len(known) + len(unknown))
    return TopicFit(known, unknown, min(share, _ENOUGH_KNOWN))


def fit_by_rows(record: Record, rules: SiteRules | None, topic: Topic) -> TopicFit:
    """Whether what was read without a rule is a product of the topic.

    The share is of the record's names, or of the topic's if those are fewer, so that a small topic
    drops nothing.
    """
    known, unknown = _known_names(record, rules, topic)
    of_topic = len(topic.attributes)
    share = _share_of(topic.on_topic.share, min(len(known) + len(unknown), of_topic))
    return TopicFit(known, unknown, max(min(topic.on_topic.names, of_topic), share))


def _share_of(share: float, names: int) -> int:
    return ceil(share * names - 1e-9)  # 0.6 * 5 is a little more than 3


def _known_names(
    record: Record, rules: SiteRules | None, topic: Topic
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = {name_key(pair.name): pair for pair in record.pairs if pair.name}
    of_site = rules.known_names if rules else frozenset()
    known = {
        key
        for key, pair in names.items()
        if (pair.attribute is not None or key in topic.lexicon or key in of_site)
        and not _is_explained(pair, topic)
    }
    return (
        tuple(pair.name for key, pair in names.items() if key in known),
        tuple(pair.name for key, pair in names.items() if key not in known),
    )


def _is_explained(pair: Pair, topic: Topic) -> bool:
    """Whether a sentence stands where a product's page has an amount or a word: a glossary does."""
    place = topic.places.get(pair.attribute or "")
    if place is None or topic.attributes[place].type in _FREE_TEXT:
        return False
    return len(pair.value) > _LONGEST_WORD and not any(map(str.isdigit, pair.value))


def fitting_topic(names: Iterable[str], topics: Iterable[Topic]) -> Topic | None:
    """The topic that knows most of these names; None if it knows too few.

    As for `fit_by_rows`, a page may say much more about a product than a small topic asks for.
    """
    keys = {name_key(name) for name in names}
    fits = [(sum(key in topic.lexicon for key in keys), topic) for topic in topics]
    known, best = max(fits, key=lambda fit: fit[0], default=(0, None))
    if not best or not known:
        return None
    of_topic = max(best.on_topic.names, _OF_THE_TOPIC * len(best.attributes))
    return best if known >= min(_OF_THE_TOPIC * len(keys), of_topic) else None
