"""What is proposed to people as a new attribute.

`propose` costs nothing: names that a rule read beside those it knows. `propose_with_evidence`
needs a tree and its styles, many times the cost of reading the page, and gives the evidence for
each name. If all pages of a site are available, `Findings` judges names after seeing them all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from core.names import name_key, site_of
from core.records import LONGEST_VALUE
from discovery.candidates import candidates_of
from discovery.credibility import THRESHOLD, EqualWeights, SiteSupport, Support
from pages.looks import no_sheets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.topic import Topic
    from discovery.candidates import Candidate
    from discovery.credibility import Score, Scorer
    from pages.looks import Sheets
    from pages.page import Page
    from rules.page_rows import SiteMemory
    from rules.record import Extraction

LONGEST_NAME = 40  # longer texts are sentences, not names
MOST_PROPOSALS = 200  # of one page
# One page says nothing about the others: assume that they support the name.
_ASSUMED_SUPPORT = Support(pages=5, of=5, values=5)


@dataclass(frozen=True)
class Proposal:
    """A name with the value it came with, and the evidence for it where its page was searched.

    `evidence` then has the factors, the signals, and how the value was found ("by").
    """

    name: str
    value: str
    evidence: Mapping[str, object] = field(default_factory=dict)


def propose(extraction: Extraction, topic: Topic) -> tuple[Proposal, ...]:
    """The names a rule read beside those it knows: candidates whose value is in hand."""
    found: dict[str, Proposal] = {}
    for record in extraction.records:
        for pair in record.pairs:
            key = name_key(pair.name)
            known = pair.attribute is not None or not key or key in topic.lexicon
            if not known and len(pair.name) <= LONGEST_NAME:
                found.setdefault(key, Proposal(pair.name, pair.value[:LONGEST_VALUE]))
    return tuple(found.values())[:MOST_PROPOSALS]


def propose_with_evidence(
    page: Page,
    extraction: Extraction,
    topic: Topic,
    sheets: Sheets = no_sheets,
    memory: SiteMemory | None = None,
) -> tuple[Proposal, ...]:
    """The same names with their evidence, and others that are likely attributes."""
    candidates = candidates_of(page, extraction, (topic,), sheets, memory)
    best = _best((one, _ASSUMED_SUPPORT) for one in candidates)
    found = {
        name_key(one.name): Proposal(one.name, one.value, _evidence(best.get(name_key(one.name))))
        for one in propose(extraction, topic)
    }
    for key, finding in best.items():
        name, is_likely = finding.candidate.name, finding.score.probability > THRESHOLD
        if is_likely and key not in topic.lexicon and len(name) <= LONGEST_NAME:
            value = finding.candidate.value[:LONGEST_VALUE]
            found.setdefault(key, Proposal(name, value, _evidence(finding)))
    return tuple(found.values())[:MOST_PROPOSALS]


def _evidence(finding: Finding | None) -> Mapping[str, object]:
    if finding is None:
        return {}
    candidate = finding.candidate
    return {
        "factors": candidate.factors._asdict(),
        "signals": dict(candidate.signals),
        "by": candidate.by,
    }


class Finding(NamedTuple):
    """A candidate and how it is judged."""

    candidate: Candidate
    score: Score


class Findings:
    """Add pages, then go through them in the same order."""

    def __init__(self, topics: Sequence[Topic] = (), scorer: Scorer | None = None) -> None:
        self._topics = topics
        self._scorer = scorer or EqualWeights()
        self._pages: list[tuple[str, tuple[Candidate, ...]]] = []
        self._support: defaultdict[str, SiteSupport] = defaultdict(SiteSupport)

    def add(self, page: Page, extraction: Extraction, memory: SiteMemory | None = None) -> None:
        """`memory` is what the rows of the site's other pages say, where that is known."""
        site = site_of(page.url)
        candidates = candidates_of(page, extraction, self._topics, memory=memory)
        self._pages.append((site, candidates))
        self._support[site].add(candidates)

    def __iter__(self) -> Iterator[list[Finding]]:
        """What is proposed of each page, in page order."""
        for site, candidates in self._pages:
            support = self._support[site]
            best = _best(((one, support.of(one.name)) for one in candidates), self._scorer)
            found = (one for one in best.values() if one.score.probability > THRESHOLD)
            yield sorted(found, key=lambda one: one.candidate.order)


def _best(
    candidates: Iterable[tuple[Candidate, Support]], scorer: Scorer | None = None
) -> dict[str, Finding]:
    """Each name once, where it is most likely an attribute."""
    scorer = scorer or EqualWeights()
    best: dict[str, Finding] = {}
    for candidate, support in candidates:
        key, finding = (
            name_key(candidate.name),
            Finding(candidate, scorer.score(candidate, support)),
        )
        if key not in best or finding.score.probability > best[key].score.probability:
            best[key] = finding
    return best
