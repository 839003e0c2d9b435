"""How likely is a candidate an attribute? The published credibility, and all evidence together."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple, Protocol

from core.names import name_key
from discovery.evidence import (
    background_of,
    font_of,
    format_likelihood,
    interest_likelihood,
    look_likelihood,
    parent_likelihood,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.topic import Topic
    from discovery.candidates import Candidate
    from discovery.evidence import KnownNames
    from pages.dom import Leaf
    from pages.looks import Looks


# P(H): a text is as likely a name as not before anything is known of it.
PRIOR = 0.5


class Factors(NamedTuple):
    """The published certainty factors, each from -1 (against) to 1 (for); 0 if unknown."""

    font: float = 0.0
    background: float = 0.0
    parent: float = 0.0
    format: float = 0.0
    interest: float = 0.0


# Only the ratio of weights matters; the published ones are a fifth each.
EQUAL = Factors(*(1.0 for _ in Factors._fields))


def factors(leaf: Leaf, known: KnownNames, looks: Looks, topic: Topic | None) -> Factors:
    """The factors of a text, given the known names of its page."""
    background = background_of(leaf, looks)
    return Factors(
        font=certainty(look_likelihood(font_of(leaf, looks), known.fonts)),
        background=certainty(look_likelihood(background, known.backgrounds)),
        parent=certainty(parent_likelihood(leaf, known.parents)),
        format=certainty(format_likelihood(leaf, known.formats)),
        interest=certainty(interest_likelihood(leaf.text, topic)),
    )


def certainty(likelihood: float) -> float:
    """CF(H,E) of P(H|E).

    >>> certainty(0), certainty(0.5), certainty(1)
    (-1.0, 0.0, 1.0)
    """
    return (likelihood - PRIOR) / (1 - PRIOR)


def credibility(certainties: Factors, weights: Factors = EQUAL) -> float:
    """CF(H): the weighted mean of the factors, from -1 to 1."""
    weighed = sum(weight * factor for weight, factor in zip(weights, certainties, strict=True))
    return weighed / sum(weights)


# From evidence to a score: is this candidate an attribute of the product?


THRESHOLD = 0.5
# Evidence beyond the published factors; `_signals` of `discovery.candidates` computes it.
SIGNALS = ("row", "company")
# The published factors together weigh as much as the signals and support together.
WEIGHTS: Mapping[str, float] = {
    **dict.fromkeys(Factors._fields, 0.5 / len(Factors._fields)),
    **dict.fromkeys((*SIGNALS, "support"), 0.5 / (len(SIGNALS) + 1)),
}
_ENOUGH_PAGES = 4  # fewer say nothing about a site
_MOST_VALUES = 50  # are counted; more are simply many


class Score(NamedTuple):
    """How likely it is an attribute, from 0 to 1; above a half it is proposed.

    `contributions` tells what each factor and signal added (or took).
    """

    probability: float
    contributions: Mapping[str, float]


class Support(NamedTuple):
    """Pages of the site that show the name, pages looked at, different values beside it."""

    pages: int
    of: int
    values: int

    @property
    def signal(self) -> float:
        """1 for values that differ from page to page, -1 for what is the same on every page.

        >>> Support(20, 20, 9).signal, Support(20, 20, 1).signal, Support(1, 20, 1).signal
        (1.0, -1.0, 0.0)
        """
        if self.of < _ENOUGH_PAGES or self.pages < 2:
            return 0.0
        if self.values > 1:
            return min(1.0, 0.5 + 0.5 * self.values / min(self.pages, 5))
        return -1.0 if self.pages >= 0.8 * self.of else 0.0


class SiteSupport:
    """How well a site's pages support each name; collected page by page."""

    def __init__(self) -> None:
        self._pages: defaultdict[str, int] = defaultdict(int)
        self._values: defaultdict[str, set[int]] = defaultdict(set)
        self._of = 0

    def add(self, candidates: Iterable[Candidate]) -> None:
        """The candidates of one more page."""
        self._of += 1
        seen: set[str] = set()
        for candidate in candidates:
            key = name_key(candidate.name)
            seen.add(key)
            if len(self._values[key]) < _MOST_VALUES:
                self._values[key].add(hash(name_key(candidate.value)))
        for key in seen:
            self._pages[key] += 1

    def of(self, name: str) -> Support:
        key = name_key(name)
        return Support(self._pages.get(key, 0), self._of, len(self._values.get(key, ())))


class Scorer(Protocol):
    def score(self, candidate: Candidate, support: Support) -> Score: ...


class EqualWeights:
    """The weighted mean of all evidence, scaled from -1..1 to 0..1."""

    def score(self, candidate: Candidate, support: Support) -> Score:
        evidence = evidence_of(candidate, support)
        contributions = {name: WEIGHTS.get(name, 0.0) * told for name, told in evidence.items()}
        return Score((1 + sum(contributions.values())) / 2, contributions)


def evidence_of(candidate: Candidate, support: Support) -> Mapping[str, float]:
    """All that is known of a candidate, each from -1 to 1."""
    return {**candidate.factors._asdict(), **candidate.signals, "support": support.signal}
