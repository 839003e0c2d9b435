"""Which proposals are shown: chosen by address, and found again after a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qsl, urlencode

from store.proposals import ACCEPTED, ALIAS, OPEN, REJECTED, SKIPPED

if TYPE_CHECKING:
    from collections.abc import Mapping

PROPOSAL_STATES: Final = (OPEN, SKIPPED, ACCEPTED, ALIAS, REJECTED)
PROPOSAL_KINDS: Final = ("new", "alias")
_LAST_PAGE = 10_000
_LONGEST_SITE = 300


class QueueFilters(NamedTuple):
    """`site` and `kind` are "" where all are wanted."""

    state: str = OPEN
    site: str = ""
    kind: str = ""
    page: int = 1

    @classmethod
    def read(cls, sent: Mapping[str, str]) -> QueueFilters:
        """Ignore what is not valid."""
        state, kind, page = sent.get("state", ""), sent.get("kind", ""), sent.get("page", "")
        known = page.isascii() and page.isdecimal() and len(page) < 6
        return cls(
            state if state in PROPOSAL_STATES else OPEN,
            sent.get("site", "")[:_LONGEST_SITE],
            kind if kind in PROPOSAL_KINDS else "",
            min(max(int(page), 1), _LAST_PAGE) if known else 1,
        )

    @classmethod
    def of_query(cls, query: str) -> QueueFilters:
        """Filters from the query string, as a form has kept it."""
        return cls.read(dict(parse_qsl(query[:2_000], errors="replace")))

    @property
    def narrows(self) -> bool:
        return self != QueueFilters()

    @property
    def query(self) -> str:
        usual = QueueFilters()._asdict()
        chosen = {key: value for key, value in self._asdict().items() if value != usual[key]}
        return urlencode(chosen, errors="replace")

    def address(self, page: int | None = None) -> str:
        """Of the list that they choose, or of another page of it."""
        query = (self if page is None else self._replace(page=page)).query
        return f"/review?{query}" if query else "/review"
