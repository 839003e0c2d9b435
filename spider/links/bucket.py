"""A bucket: links of one site that look alike and promise alike."""

from __future__ import annotations

from typing import NamedTuple

# Style sheets are no pages: this is not the shape of any address.
SHEET_SHAPE = "(sheet)"


class LinkBucket(NamedTuple):
    """Queued links are chosen by bucket; within one, the oldest comes first."""

    site: str
    shape: str
    level: int

    @property
    def is_of_sheets(self) -> bool:
        return self.shape == SHEET_SHAPE
