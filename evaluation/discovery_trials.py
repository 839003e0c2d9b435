"""One trial of discovery on real pages: some attributes are known, are the others found?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from core.topic import Topic, shipped_topic
from discovery.proposals import Findings
from evaluation.scoring import Tally
from evaluation.trials import rules_from
from pages.page import Page
from rules.extract import extract
from rules.learn import Example, Sample
from rules.page_rows import SiteMemory
from samples.labels import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discovery.proposals import Finding
    from evaluation.datasets import PairsPage

GIVEN = 10  # attributes that are known
# A shop's offer that ZOL slips in between the parameters: neither wanted nor wrong.
_NEITHER = frozenset(["电商报价"])

Values = dict[str, set[str]]


@dataclass(frozen=True)
class DiscoveryTrial:
    """`names` counts each name of the site once, `shown` each name of each page.

    `values` tells of the names that were rightly proposed how many had a right value.
    """

    names: Tally
    shown: Tally
    values: Tally

    def figures(self) -> Mapping[str, float]:
        return {
            "precision": self.names.precision,
            "recall": self.names.recall,
            "precision on pages": self.shown.precision,
            "recall on pages": self.shown.recall,
            "values": self.values.precision,
        }


def site_trial(pages: Sequence[PairsPage], draw: int) -> DiscoveryTrial:
    """Learn ten attributes of one page, both drawn; look for the others on the other pages."""
    chance = Random(draw)  # noqa: S311 - a draw that is the same every time
    sample = chance.choice(pages)
    others = [page for page in pages if page is not sample] or [sample]
    first = {name: value for name, value in reversed(sample.pairs) if letters_and_digits(name)}
    known = {name: first[name] for name in chance.sample(sorted(first), GIVEN)}
    return _compared(others, known, _found(sample, known, others))


def _found(
    sample: PairsPage, known: Mapping[str, str], others: Sequence[PairsPage]
) -> list[list[Finding]]:
    examples = (Example(attribute=name, name=name, value=known[name]) for name in known)
    rules = rules_from([Sample(_read(sample), tuple(examples))])
    findings = Findings((_phones(),))
    pages = [_read(other) for other in others]
    memory = SiteMemory.of(pages)
    for page in pages:
        findings.add(page, extract(page, rules, memory), memory)
    return list(findings)


def _compared(
    pages: Sequence[PairsPage], known: Mapping[str, str], found: Sequence[Sequence[Finding]]
) -> DiscoveryTrial:
    skipped = {"", *map(letters_and_digits, (*known, *_NEITHER))}
    shown, values = Tally(), Tally()
    wanted_names: set[str] = set()
    given_names: set[str] = set()
    for page, findings in zip(pages, found, strict=True):
        wanted = _by_name(page.pairs, skipped)
        pairs = [(one.candidate.name, one.candidate.value) for one in findings]
        given = _by_name(pairs, skipped)
        both = wanted.keys() & given.keys()
        shown += Tally(len(both), len(given), len(wanted))
        right = sum(given[name] <= wanted[name] for name in both)
        values += Tally(right, len(both), len(both))
        wanted_names |= wanted.keys()
        given_names |= given.keys()
    names = Tally(len(wanted_names & given_names), len(given_names), len(wanted_names))
    return DiscoveryTrial(names, shown, values)


def _by_name(pairs: Sequence[tuple[str, str]], skipped: set[str]) -> Values:
    found: Values = {}
    for name, value in pairs:
        key = letters_and_digits(name)
        if key not in skipped:
            found.setdefault(key, set()).add(letters_and_digits(value))
    return found


@cache
def _phones() -> Topic:
    """As `specseek discover` has it where nothing else is said."""
    return shipped_topic("phones")


def _read(page: PairsPage) -> Page:
    return Page.read(page.body, page.url)
