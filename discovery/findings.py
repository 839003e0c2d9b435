"""From pages to proposals: all pages of a site are looked at before any is judged."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from discovery.candidates import candidates_of
from discovery.scoring import THRESHOLD, EqualWeights, is_vetoed
from discovery.support import SiteSupport
from rules.names import name_key
from rules.site_names import site_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discovery.candidate import Candidate, Score
    from discovery.scoring import Scorer
    from pages.page import Page
    from rules.record import Extraction
    from rules.topic import Topic


class Finding(NamedTuple):
    """A candidate that is taken for an attribute."""

    candidate: Candidate
    score: Score


class Findings:
    """Add pages, then go through them in the same order."""

    def __init__(self, topic: Topic | None, scorer: Scorer | None = None) -> None:
        self._topic = topic
        self._scorer = scorer or EqualWeights()
        self._pages: list[tuple[str, tuple[Candidate, ...]]] = []
        self._support: defaultdict[str, SiteSupport] = defaultdict(SiteSupport)

    def add(self, page: Page, extraction: Extraction) -> None:
        site = site_of(page.url)
        # What no page can speak for is not worth its memory.
        hopeful = (
            one for one in candidates_of(page, extraction, self._topic) if not is_vetoed(one)
        )
        candidates = tuple(hopeful)
        self._pages.append((site, candidates))
        self._support[site].add(candidates)

    def __iter__(self) -> Iterator[list[Finding]]:
        for site, candidates in self._pages:
            yield self._proposed(candidates, self._support[site])

    def _proposed(self, candidates: tuple[Candidate, ...], support: SiteSupport) -> list[Finding]:
        """Each name once, where it is most likely an attribute; in page order."""
        best: dict[str, Finding] = {}
        for candidate in candidates:
            finding = Finding(candidate, self._scorer.score(candidate, support.of(candidate.name)))
            other = best.get(name_key(candidate.name))
            if other is None or finding.score.probability > other.score.probability:
                best[name_key(candidate.name)] = finding
        found = (one for one in best.values() if one.score.probability > THRESHOLD)
        return sorted(found, key=lambda one: one.candidate.order)
