"""Every labelled page is a fixture: new rules must read it as the old ones did."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key
from rules.extraction import extract
from rules.standard_names import with_standard_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from core.topic import Topic
    from pages.page import Page
    from rules.model import SiteRules
    from rules.record import Pair

_MOST_TOLD = 10


class RulesAndTopic(NamedTuple):
    """Rules with the topic that goes with them."""

    rules: SiteRules | None
    topic: Topic

    def read(self, page: Page) -> list[Pair]:
        """The pairs of all records of a page, with the topic's attributes."""
        extraction = with_standard_names(extract(page, self.rules), self.topic)
        return [pair for record in extraction.records for pair in record.pairs]


def fixture_differences(
    pages: Iterable[Page], before: RulesAndTopic, after: RulesAndTopic, names: Collection[str]
) -> list[str]:
    """What is read otherwise than before, in words; the names that were decided may differ.

    They are given an attribute now, and may be read where they were not; but none of their
    values may be lost.
    """
    keys = set(map(name_key, names))
    told = [
        f"{page.url}: {line}"
        for page in pages
        for line in _page_differences(before.read(page), after.read(page), keys)
    ]
    more = len(told) - _MOST_TOLD
    return told[:_MOST_TOLD] + ([f"and {more} more"] if more > 0 else [])


def _page_differences(old: list[Pair], new: list[Pair], keys: set[str]) -> Iterator[str]:
    kept, now = ([one for one in some if name_key(one.name) not in keys] for some in (old, new))
    yield from (f"lost {_shown_pair(pair)}" for pair in (Counter(kept) - Counter(now)).elements())
    yield from (f"new {_shown_pair(pair)}" for pair in (Counter(now) - Counter(kept)).elements())
    if kept != now and Counter(kept) == Counter(now):
        yield "the order of its values is another"
    values = {(name_key(pair.name), pair.value) for pair in new}
    for pair in old:
        key = name_key(pair.name)
        if key in keys and (key, pair.value) not in values:
            yield f"lost {_shown_pair(pair)}"


def _shown_pair(pair: Pair) -> str:
    return f"{pair.attribute or pair.name} = {pair.value[:60]!r}"
