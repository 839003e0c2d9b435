"""A page looked at closely: what may be new attributes, with what speaks for each.

Costs a tree and its styles, many times what reading the page by its rule costs: `proposals.py` is
the quick look, which sees names that a rule read, and tells nothing of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discovery.candidates import candidates_of
from discovery.proposals import LONGEST_NAME, MOST_PROPOSALS, Proposal, propose
from discovery.scoring import THRESHOLD, EqualWeights
from discovery.support import Support
from pages.styles.looks import no_sheets
from rules.names import name_key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discovery.candidate import Candidate
    from pages.page import Page
    from pages.styles.looks import Sheets
    from rules.record import Extraction
    from rules.topic import Topic

# One page does not tell what the others will: the site is given the benefit of the doubt.
_HOPED_FOR = Support(pages=5, of=5, values=5)


def look_closely(
    page: Page, extraction: Extraction, topic: Topic, sheets: Sheets = no_sheets
) -> tuple[Proposal, ...]:
    """What the quick look sees, with its evidence, and what else may turn out an attribute."""
    best: dict[str, tuple[float, Candidate]] = {}
    scorer = EqualWeights()
    for candidate in candidates_of(page, extraction, topic, sheets):
        key, score = name_key(candidate.name), scorer.score(candidate, _HOPED_FOR).probability
        if key not in best or score > best[key][0]:
            best[key] = score, candidate
    read = {name_key(one.name): one for one in propose(extraction, topic)}
    found = {
        key: Proposal(one.name, one.value, _evidence(best[key][1]) if key in best else {})
        for key, one in read.items()
    }
    for key, (score, candidate) in best.items():
        is_new = key not in topic.lexicon and len(candidate.name) <= LONGEST_NAME
        if score > THRESHOLD and is_new:
            found.setdefault(key, Proposal(candidate.name, candidate.value, _evidence(candidate)))
    return tuple(found.values())[:MOST_PROPOSALS]


def _evidence(candidate: Candidate) -> Mapping[str, object]:
    return {
        "factors": candidate.factors._asdict(),
        "signals": dict(candidate.signals),
        "by": candidate.by,
    }
