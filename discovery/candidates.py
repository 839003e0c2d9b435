"""Every text of a page that a rule did not read may be a name: what speaks for each?"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING

from discovery.by_topic import read_by_topic
from discovery.candidate import Candidate, Factors
from discovery.credibility import factors
from discovery.evidence.interest import likelihood as interest_of
from discovery.known import known_names
from discovery.rows.places import Places
from discovery.rows.row import LONGEST_NAME
from discovery.signals import SignalReader
from discovery.values import rows_of
from pages.dom.tree import Tree
from pages.styles.looks import Looks, no_sheets
from rules.names import clean_name, name_key
from rules.record import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discovery.rows.row import Row
    from pages.dom.leaf import Leaf
    from pages.page import Page
    from pages.styles.looks import Sheets
    from rules.record import Extraction
    from rules.topic import Topic

MOST_CANDIDATES = 2000  # of one page
_OF_THE_TOPIC = 0.25  # of a page's names, for it to be the topic's
_FEWEST_KNOWN = 2  # one known name does not tell what known names have in common


def candidates_of(
    page: Page, extraction: Extraction, topic: Topic | None, sheets: Sheets = no_sheets
) -> tuple[Candidate, ...]:
    """In page order; where there are too many, those without a value are left out first.

    Where no rule reads the page, the names the topic knows are compared with; they are
    candidates too. A page that neither rule nor topic tells anything of has no candidates.
    """
    extracted = _known_keys(extraction)
    if topic is not None and extraction.status is not Status.OK:
        extraction = read_by_topic(page, topic)
        if extraction.status is not Status.OK:
            return ()
    return _PageReader(page, extraction, topic, sheets).candidates(extracted)


class _PageReader:
    def __init__(
        self, page: Page, extraction: Extraction, topic: Topic | None, sheets: Sheets
    ) -> None:
        tree = Tree(page)
        self._looks = Looks(tree, sheets)
        self._known = known_names(tree, self._looks, extraction)
        self._places = Places(tree)
        self._rows = rows_of(self._places, extraction)
        self._topic = topic if topic and self._is_of(topic) else None
        self._signals = SignalReader(
            self._places, self._rows.values(), frozenset(self._known.leaves)
        )

    def candidates(self, extracted: frozenset[str]) -> tuple[Candidate, ...]:
        """All but the names that were extracted already."""
        rows = (row for row in self._rows.values() if row.key not in extracted)
        every = chain(map(self._candidate, rows), self._without_value(extracted))
        found = islice(every, MOST_CANDIDATES)
        return tuple(sorted(found, key=lambda candidate: candidate.order))

    def _is_of(self, topic: Topic) -> bool:
        """A topic that knows few of a page's names tells nothing by not knowing others."""
        known = [name_key(name) for _, name in self._known.shown]
        names = known or [row.key for row in self._rows.values()]
        return sum(name in topic.lexicon for name in names) >= _OF_THE_TOPIC * len(names)

    def _candidate(self, row: Row) -> Candidate:
        return Candidate(
            row.name,
            row.value,
            row.by,
            self._factors(row.leaf),
            row.leaf.order,
            self._signals.of_row(row),
        )

    def _without_value(self, extracted: frozenset[str]) -> Iterator[Candidate]:
        taken = {at for row in self._rows.values() for at in row.value_leaves}
        for leaf in self._places.leaves:
            name = clean_name(leaf.text) if len(leaf.text) <= LONGEST_NAME else ""
            key = name_key(name)
            if not key or key in extracted or leaf in self._rows or leaf.order in taken:
                continue
            signals = self._signals.of_text(leaf, name)
            yield Candidate(name, "", "", self._factors(leaf), leaf.order, signals)

    def _factors(self, leaf: Leaf) -> Factors:
        """Where hardly a name is known, nothing can be compared with it."""
        if len(self._known.leaves) >= _FEWEST_KNOWN:
            return factors(leaf, self._known, self._looks, self._topic)
        return Factors(0, 0, 0, 0, 2 * interest_of(leaf, self._topic) - 1)


def _known_keys(extraction: Extraction) -> frozenset[str]:
    pairs = (pair for record in extraction.records for pair in record.pairs)
    keys = (name_key(pair.name) for pair in pairs if pair.attribute is not None)
    return frozenset(filter(None, keys))
