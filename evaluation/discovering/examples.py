"""Candidates of real pages, each known to be an attribute or not."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from core.names import name_key
from discovery.candidates import candidates_of
from discovery.credibility import SiteSupport
from discovery.weights import JudgedCandidate
from evaluation import datasets
from evaluation.datasets import stripped
from evaluation.discovering.spec_tables import SHOPS, spec_table
from evaluation.trials import ZOL_OFFER, first_values, rules_from
from pages.page import Page
from rules.extract import extract
from rules.learn import Example, Sample
from rules.page_rows import SiteMemory

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discovery.candidates import Candidate
    from evaluation.datasets import PairsPage
    from rules.model import SiteRules
    from samples.labels import NameAndValue

_T = TypeVar("_T")
_GIVEN = 10  # attributes that the rule knows
_PAGES = 25  # of a site; more of the same layout teach the same


class TruePage(NamedTuple):
    """A page, the keys of the names that are attributes, and of those that do not count."""

    page: Page
    names: Collection[str]
    arguable: Collection[str] = ()


class ExampleSet(NamedTuple):
    """All candidates with a value of some pages of one site."""

    name: str
    site: str
    examples: tuple[JudgedCandidate, ...]


def gsmarena_set(*, bare: bool) -> ExampleSet:
    """The rule knows ten attributes of one page; gold tells which names are attributes."""
    first, *others = _spread(datasets.gsmarena(), 1 + _PAGES)

    def read(page: PairsPage) -> Page:
        return Page.read(stripped(page.body) if bare else page.body, page.url)

    rules = rules_from([Sample(read(first), _ten_of(first.pairs))])
    pages = [TruePage(read(one), _keys(one.pairs)) for one in others]
    return _set("gsmarena, stripped" if bare else "gsmarena", "gsmarena", rules, pages)


def zol_set() -> ExampleSet:
    """One page, of whose parameters the rule knows ten."""
    zol = datasets.zol()
    page = Page.read(zol.body, zol.url)
    rules = rules_from([Sample(page, _ten_of(zol.pairs))])
    return _set("zol", "zol", rules, [TruePage(page, _keys(zol.pairs), {ZOL_OFFER})])


def camera_sets() -> Iterator[ExampleSet]:
    """The rule knows model, price and maker; the shop's own spec table tells the attributes."""
    pages = datasets.swde_camera()
    for shop in SHOPS:
        first, *others = [page for page in pages if page.site == shop]
        sample = Sample(Page.read(first.body, first.url), first_values(first))
        tables = [(one, spec_table(one)) for one in others]
        true = [
            TruePage(Page.read(one.body, one.url), table.names, table.arguable)
            for one, table in tables
            if table.names
        ]
        yield _set(f"swde-camera, {shop}", shop, rules_from([sample]), _spread(true, _PAGES))


def _set(name: str, site: str, rules: SiteRules | None, pages: Sequence[TruePage]) -> ExampleSet:
    support = SiteSupport()
    memory = SiteMemory.of(one.page for one in pages)
    found: list[tuple[TruePage, tuple[Candidate, ...]]] = []
    for one in pages:
        read = extract(one.page, rules, memory)
        candidates = candidates_of(one.page, read, memory=memory)
        support.add(candidates)
        found.append((one, candidates))
    examples = (
        JudgedCandidate(each, support.of(each.name), name_key(each.name) in one.names, one.page.url)
        for one, candidates in found
        for each in candidates
        if each.value and name_key(each.name) not in one.arguable
    )
    return ExampleSet(name, site, tuple(examples))


def _ten_of(pairs: Sequence[NameAndValue]) -> tuple[Example, ...]:
    """Of different names, drawn as if by lot, the same every time."""
    first = {name: value for name, value in reversed(pairs) if name.strip()}
    drawn = sorted(first, key=lambda name: sha256(name.encode()).digest())[:_GIVEN]
    return tuple(Example(attribute=name, name=name, value=first[name]) for name in drawn)


def _keys(pairs: Sequence[NameAndValue]) -> frozenset[str]:
    return frozenset(name_key(name) for name, _ in pairs) - {""}


def _spread(pages: Sequence[_T], count: int) -> list[_T]:
    """Evenly over all."""
    step = max(1, len(pages) // count)
    return list(pages[::step][:count])
