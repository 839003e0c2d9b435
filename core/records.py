"""What was read from a page, as rules return it and the ledger stores it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

# Sources of records, beside the kinds of embedded data.
BY_RULE = "rule"
BY_ROWS = "rows"  # read without a rule: unconfirmed
# A page's picture, videos and manuals: a record of its own, whose values are addresses. Their
# attribute is one of those below; their name tells where a picture was found, or is a title.
# The page's headline is in it if nothing else on the page tells the product's name.
MEDIA = "media"
HEADLINE = "headline"
PICTURE = "picture"
VIDEO = "video"
MANUAL = "manual"


# Why a page that was read is not kept, or not as it should be.
OFF_TOPIC = "off-topic"  # another kind of product
COPY = "copy"  # the page at its canonical address has the record
NO_NAME = "no-name"  # kept, but nobody can tell the product's name


class NotKept(NamedTuple):
    """`kind` is one of the three above; `reason` tells people why."""

    kind: str
    reason: str


# What one page may give; more is no product's, but an attack or a mistake.
LONGEST_NAME = 300  # characters
LONGEST_VALUE = 10_000  # characters
MOST_VALUES = 2_000  # of one record
MOST_RECORDS = 200


class ReadValue(NamedTuple):
    """A value as the page writes it; `attribute` is None if no rule knows its name.

    `by` is "" if a rule read it or it comes from embedded data. Values read without a rule are
    unconfirmed: `by` is how they were read, `confidence` how likely they are right, `section` the
    heading above them.
    """

    attribute: str | None
    name: str
    raw: str
    by: str = ""
    confidence: float = 1.0
    section: str = ""

    @property
    def confirmed(self) -> bool:
        return not self.by


class ReadRecord(NamedTuple):
    """`source` is "rule", "rows" (read without a rule), "media" or the kind of embedded data.

    `rule` is the id of the rule that read it.
    """

    source: str
    rule: str | None
    rule_version: int | None
    values: tuple[ReadValue, ...]


def within_limits(records: Iterable[ReadRecord]) -> tuple[ReadRecord, ...]:
    """The first records, each with its first values; long texts are cut."""
    return tuple(
        record._replace(values=tuple(map(_cut, record.values[:MOST_VALUES])))
        for record in islice(records, MOST_RECORDS)
    )


def _cut(value: ReadValue) -> ReadValue:
    name, raw, section = value.name, value.raw, value.section
    if len(raw) <= LONGEST_VALUE and max(len(name), len(section)) <= LONGEST_NAME:
        return value
    return value._replace(
        name=name[:LONGEST_NAME], raw=raw[:LONGEST_VALUE], section=section[:LONGEST_NAME]
    )


def picture_of(records: Iterable[ReadRecord]) -> str:
    """The address of the picture that a page shows its product with; "" if there is none."""
    media = (record.values for record in records if record.source == MEDIA)
    return next((one.raw for values in media for one in values if one.attribute == PICTURE), "")
