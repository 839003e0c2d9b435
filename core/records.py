"""What was read off a page, as the rules give it and the ledger keeps it."""

from __future__ import annotations

from typing import NamedTuple

# Sources of records, beside the kinds of embedded data.
BY_RULE = "rule"
BY_ROWS = "rows"  # read without a rule: unconfirmed


class ReadValue(NamedTuple):
    """A value as it stands on the page; `attribute` is None where no rule knows it.

    `by` is "" for what a rule read or the page tells machines. What was read without a rule is
    unconfirmed: `by` tells how, `confidence` how likely it is right, `section` under which heading.
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
    """`source` is "rule", "rows" (read without a rule) or the kind of embedded data.

    `rule` is the id of what read it.
    """

    source: str
    rule: str | None
    rule_version: int | None
    values: tuple[ReadValue, ...]
