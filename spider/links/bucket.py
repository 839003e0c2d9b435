"""A bucket: links of one site that look alike and promise alike."""

from __future__ import annotations

from typing import NamedTuple


class Bucket(NamedTuple):
    """Queued links are chosen by bucket; within one, the oldest comes first."""

    site: str
    shape: str
    level: int
