"""The columns of the index of articles and posts."""

from __future__ import annotations

from index.engines.engine import PROMINENCE, Fields

KIND, SITE, SOURCE, AUTHOR, PRODUCT, WORTH, TIME = (
    *("kind", "site", "source", "author", "product", "worth", "time"),
)
CHANNEL_FIELDS = Fields(
    terms=(KIND, SITE, SOURCE, AUTHOR, PRODUCT, WORTH), numbers=(TIME,), orders=(PROMINENCE, TIME)
)
LOW, HIGH = "low", "high"  # keys of `WORTH`
LEAST_WORTH = 0.5  # posts below it (顶, +1, advertisements) are hidden unless asked for
