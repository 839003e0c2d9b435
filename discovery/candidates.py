"""Names on a page that may be attributes no rule knows, with the evidence for each.

Rows come from the one reader (`pages.rows`), how likely each is a fact of the product from the
one chooser (`rules.choose`); what a rule read comes first, for it knows best where a value ends.
The published evidences depend on how a name looks: each row's name is located in the tree that
has the page's styles.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from core.names import clean_name, name_key
from discovery.credibility import Factors, certainty, factors
from discovery.evidence import KnownNames, interest_likelihood, known_names, places_of
from pages.dom import Tree
from pages.looks import Looks, no_sheets
from pages.nesting import outline
from pages.rows import find_rows
from rules.choose import choose, probabilities
from rules.page_rows import PageRows
from rules.record import Status, fitting_topic

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.topic import Topic
    from pages.dom import Leaf
    from pages.looks import Sheets
    from pages.page import Page
    from pages.rows import Row
    from rules.page_rows import SiteMemory
    from rules.record import Extraction, Pair

MOST_CANDIDATES = 2000  # of one page
LEAST_LIKELY = 0.05  # less is not worth a look
_LIKELY = 0.5
_FEW_ROWS = 3.0  # fewer likely ones do not make a table of attributes
_FEWEST_KNOWN = 2  # one known name does not tell what known names have in common


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name and its value; `by` is how they were found.

    `signals` are evidence beyond the published factors, each from -1 to 1: "row" is the
    chooser's probability, "company" whether likely rows have the same layout. `order` is the
    name's place among the page's texts.
    """

    name: str
    value: str
    by: str
    factors: Factors
    order: int
    signals: Mapping[str, float] = field(default_factory=dict)


def candidates_of(
    page: Page,
    extraction: Extraction,
    topics: Sequence[Topic] = (),
    sheets: Sheets = no_sheets,
    memory: SiteMemory | None = None,
) -> tuple[Candidate, ...]:
    """In page order, without the names that a rule knows.

    Of the topics the one that fits the page counts, or none. Where no rule reads the page, the
    names that this topic knows are compared with; they are candidates too.
    """
    return _PageReader(page, extraction, topics, sheets, memory).candidates()


class _PageReader:
    def __init__(
        self,
        page: Page,
        extraction: Extraction,
        topics: Sequence[Topic],
        sheets: Sheets,
        memory: SiteMemory | None,
    ) -> None:
        self._tree = Tree(page)
        self._looks = Looks(self._tree, sheets)
        self._extraction = extraction
        read = outline(page)
        self._page_rows = PageRows(read, find_rows(read))
        self._likely = probabilities(self._page_rows, memory)
        self._chosen = choose(self._page_rows, self._settled(), LEAST_LIKELY)
        self._shown = aligned(self._page_rows.texts, self._tree.in_order)
        self._topic = fitting_topic(self._names(), topics)

    def candidates(self) -> tuple[Candidate, ...]:
        known = {name_key(pair.name) for pair in self._pairs if self._is_known(pair)}
        unknown = [pair for pair in self._pairs if name_key(pair.name) not in known]
        read = [self._of_pair(pair, leaf) for pair, leaf in places_of(self._tree, unknown)]
        known |= {"", *(name_key(one.name) for one in read)}
        keys = self._page_rows.keys
        rows = [self._of_row(number) for number in self._chosen if keys[number] not in known]
        found = sorted((*read, *rows), key=lambda one: -one.signals["row"])
        return tuple(sorted(found[:MOST_CANDIDATES], key=lambda one: one.order))

    def _is_known(self, pair: Pair) -> bool:
        return self._is_read_by_rule and pair.attribute is not None

    def _settled(self) -> list[float]:
        """How likely each row is; what was read is certain, so no other row takes its texts."""
        read = {(name_key(pair.name), name_key(pair.value)) for pair in self._pairs}
        rows = zip(self._row_keys, self._likely, strict=True)
        return [1.0 if keys in read else likely for keys, likely in rows]

    @cached_property
    def _row_keys(self) -> list[tuple[str, str]]:
        """Name and value of each row in the form that is compared."""
        rows = zip(self._page_rows.keys, self._page_rows.rows, strict=True)
        return [(key, name_key(row.value)) for key, row in rows]

    def _of_pair(self, pair: Pair, leaf: Leaf) -> Candidate:
        """What a rule read beside the names it knows.

        A sample with hardly any marked name does not show which rows are wanted.
        """
        keys = name_key(pair.name), name_key(pair.value)
        likely = pair.confidence
        if not self._can_compare:
            likely = max(likely, self._likely_by_keys.get(keys, 0.0))
        found = self._factors(pair.name, leaf)
        company = self._company_by_keys.get(keys, 0.0)
        signals = _signals(likely, company)
        return Candidate(pair.name, pair.value, pair.by or "rule", found, leaf.order, signals)

    @property
    def _can_compare(self) -> bool:
        return len(self._known.leaves) >= _FEWEST_KNOWN

    @cached_property
    def _likely_by_keys(self) -> dict[tuple[str, str], float]:
        return dict(sorted(zip(self._row_keys, self._likely, strict=True), key=itemgetter(1)))

    @cached_property
    def _company(self) -> list[float]:
        """Attributes share a layout: 1 for the layout with most likely rows, -1 for one with none.

        0 on a page without a table of attributes.
        """
        layouts = self._page_rows.tag_paths
        sums: dict[tuple[str, ...], float] = defaultdict(float)
        for number in self._chosen:
            sums[layouts[number]] += self._likely[number]
        most = max(sums.values(), default=0.0)
        if most < _FEW_ROWS:
            return [0.0] * len(layouts)
        return [2 * sums.get(layout, 0.0) / most - 1 for layout in layouts]

    @cached_property
    def _company_by_keys(self) -> dict[tuple[str, str], float]:
        return dict(sorted(zip(self._row_keys, self._company, strict=True), key=itemgetter(1)))

    def _of_row(self, number: int) -> Candidate:
        row = self._page_rows.rows[number]
        name, at = clean_name(row.name), row.name_leaves.start
        found = self._factors(name, self._name_leaf(row))
        signals = _signals(self._likely[number], self._company[number])
        return Candidate(name, row.value, row.kind, found, self._orders[at], signals)

    def _name_leaf(self, row: Row) -> Leaf | None:
        return next(filter(None, (self._shown[at] for at in row.name_leaves)), None)

    def _factors(self, name: str, leaf: Leaf | None) -> Factors:
        """Only the topic's, if hardly any name is known or the tree does not show this one."""
        interest = certainty(interest_likelihood(name, self._topic))
        if leaf is None or not self._can_compare:
            return Factors(interest=interest)
        return factors(leaf, self._known, self._looks, self._topic)._replace(interest=interest)

    @cached_property
    def _pairs(self) -> list[Pair]:
        return [pair for record in self._extraction.records for pair in record.pairs]

    @cached_property
    def _is_read_by_rule(self) -> bool:
        return self._extraction.status is Status.OK

    def _names(self) -> list[str]:
        """Those that a rule knows, or else those that are likely names."""
        known = [pair.name for pair in self._pairs if self._is_known(pair) and pair.name]
        return known or [self._page_rows.rows[number].name for number in self._likely_rows]

    @cached_property
    def _likely_rows(self) -> list[int]:
        return [number for number in self._chosen if self._likely[number] >= _LIKELY]

    @cached_property
    def _known(self) -> KnownNames:
        """The names that the rule knows; where none reads the page, those that the topic knows."""
        if self._is_read_by_rule:
            return known_names(self._tree, self._looks, self._extraction)
        standard = self._topic.standard_names if self._topic else {}
        shown: dict[Leaf, str] = {}
        for number in self._likely_rows:
            leaf = self._name_leaf(self._page_rows.rows[number])
            if leaf and self._page_rows.keys[number] in standard:
                shown.setdefault(leaf, self._page_rows.rows[number].name)
        return KnownNames(tuple(shown.items()), self._looks)

    @cached_property
    def _orders(self) -> list[int]:
        """For each text of the outline the place, among the tree's texts, of the last one met."""
        places = (-1 if leaf is None else leaf.order for leaf in self._shown)
        return list(accumulate(places, max))


def aligned(texts: Sequence[str], leaves: Sequence[Leaf]) -> list[Leaf | None]:
    """For each text of a page's outline the leaf of its tree, None where the tree has none.

    Texts that occur once in both are matched first; between two of these, equal texts are
    matched in order.
    """
    found: list[Leaf | None] = [None] * len(texts)
    starts = [(-1, -1), *_anchors(texts, leaves), (len(texts), len(leaves))]
    for (text, leaf), (next_text, next_leaf) in pairwise(starts):
        if text >= 0:
            found[text] = leaves[leaf]
        between: dict[str, list[Leaf]] = defaultdict(list)
        for at in range(next_leaf - 1, leaf, -1):
            between[leaves[at].text].append(leaves[at])
        for at in range(text + 1, next_text):
            if same := between.get(texts[at]):
                found[at] = same.pop()
    return found


def _anchors(texts: Sequence[str], leaves: Sequence[Leaf]) -> list[tuple[int, int]]:
    """Places of the texts that occur once in each, as many as are in the same order."""
    often = Counter(texts)
    shown = Counter(leaf.text for leaf in leaves)
    place = {leaf.text: at for at, leaf in enumerate(leaves) if shown[leaf.text] == 1}
    once = [
        (at, place[text]) for at, text in enumerate(texts) if often[text] == 1 and text in place
    ]
    # The longest rising run: `ends[n]` is where the lowest run of n + 1 places ends.
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for number, (_, leaf) in enumerate(once):
        size = bisect_left(ends, leaf)
        ends[size : size + 1] = [leaf]
        last[size : size + 1] = [number]
        before.append(last[size - 1] if size else -1)
    run = []
    number = last[-1] if last else -1
    while number >= 0:
        run.append(once[number])
        number = before[number]
    return run[::-1]


def _signals(likely: float, company: float) -> Mapping[str, float]:
    """`SIGNALS` of `discovery.credibility`, each from -1 to 1."""
    return {"row": 2 * likely - 1, "company": company}
