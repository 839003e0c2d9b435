"""Do learned weights judge candidates better than equal ones? On pages that were held back.

Candidates of real pages are each known to be an attribute or not: by the gold of the page, or by
the spec table of a camera shop, read off the shop's own template. The templates were made by
looking at the pages: gold for these, not a way to read others. A fifth shop has no template for
its specs: makers' descriptions are put on the page as they come.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import islice
from statistics import mean
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from lxml import html
from rich.table import Table

from core.names import clean_name, name_key
from discovery.candidates import candidates_of
from discovery.credibility import EqualWeights, SiteSupport, credibility
from discovery.weights import JudgedCandidate, average_precision, train
from evaluation import datasets
from evaluation.datasets import stripped
from evaluation.real_sites import ZOL_OFFER, first_values, rules_from
from pages.page import Page
from rules.extract import extract
from rules.learn import Example, Sample

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from discovery.candidates import Candidate
    from evaluation.datasets import AttributesPage, PairsPage
    from rules.model import SiteRules
    from samples.labels import NameAndValue


_FOLDS = 5
_T = TypeVar("_T")
_GIVEN = 10  # attributes that the rule knows
_PAGES = 25  # of a site; more of the same layout teach the same


@dataclass(frozen=True)
class Judged:
    """Average precision on one set by the published sum of five, equal and learned weights.

    `equal_error` and `learned_error` are the mean squares of probability less truth (Brier).
    """

    set: str
    candidates: int
    attributes: int
    published: float
    equal: float
    learned: float
    equal_error: float
    learned_error: float


@dataclass(frozen=True)
class WeightsRows:
    """`held_back` is what no weights were learned from: the page, or all of its site."""

    held_back: str
    rows: tuple[Judged, ...]

    @property
    def all(self) -> Judged:
        """The mean over the sets, so that none counts more than another."""
        figures = zip(*(list(asdict(row).values())[3:] for row in self.rows), strict=True)
        candidates, attributes = (
            sum(getattr(row, name) for row in self.rows) for name in ("candidates", "attributes")
        )
        return Judged("mean of the sets", candidates, attributes, *map(mean, figures))

    def table(self) -> Table:
        table = Table(title=f"Average precision, {self.held_back} held back (error in brackets)")
        table.add_column("set")
        for heading in ("candidates", "attributes", "published", "equal", "learned"):
            table.add_column(heading, justify="right")
        for row in (*self.rows, self.all):
            table.add_row(
                *(row.set, f"{row.candidates:,}", f"{row.attributes:,}", f"{row.published:.4f}"),
                f"{row.equal:.4f} ({row.equal_error:.3f})",
                f"{row.learned:.4f} ({row.learned_error:.3f})",
            )
        return table

    def as_json(self) -> dict[str, Any]:
        return {
            "held_back": self.held_back,
            "sets": [asdict(row) for row in (*self.rows, self.all)],
        }


def compare_weights(sets: Sequence[ExampleSet]) -> Iterator[WeightsRows]:
    """Once with pages held back, once with whole sites."""
    for held_back in ("page", "site"):
        grouped = [
            [
                each._replace(group=one.site) if held_back == "site" else each
                for each in one.examples
            ]
            for one in sets
        ]
        scores = iter(_scores([each for some in grouped for each in some]))
        rows = (
            _judged(one.name, some, list(islice(scores, len(some))))
            for one, some in zip(sets, grouped, strict=True)
        )
        yield WeightsRows(held_back, tuple(rows))


def _scores(examples: Sequence[JudgedCandidate]) -> list[float]:
    """Each by weights that other groups taught."""
    scores = [0.0] * len(examples)
    for fold in _folds(examples):
        learned = train([one for one in examples if one.group not in fold])
        for place, one in enumerate(examples):
            if one.group in fold:
                scores[place] = learned.score(one.candidate, one.support).probability
    return scores


def _folds(examples: Sequence[JudgedCandidate]) -> list[set[str]]:
    """A few groups are each held back alone, many in five parts."""
    groups = list(dict.fromkeys(one.group for one in examples))
    parts = len(groups) if len(groups) <= 2 * _FOLDS else _FOLDS
    return [set(groups[part::parts]) for part in range(parts)]


def _judged(name: str, examples: Sequence[JudgedCandidate], learned: Sequence[float]) -> Judged:
    weigh = EqualWeights()
    equal = [weigh.score(one.candidate, one.support).probability for one in examples]
    published = [credibility(one.candidate.factors) for one in examples]
    truth = [one.true for one in examples]
    return Judged(
        name,
        len(examples),
        sum(truth),
        *(average_precision(truth, scores) for scores in (published, equal, learned)),
        *(_error(truth, scores) for scores in (equal, learned)),
    )


def _error(truth: Sequence[bool], scores: Sequence[float]) -> float:
    return mean((score - true) ** 2 for true, score in zip(truth, scores, strict=True))


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
    page = zol.read()
    rules = rules_from([Sample(page, _ten_of(zol.pairs))])
    return _set("zol", "zol", rules, [TruePage(page, _keys(zol.pairs), {ZOL_OFFER})])


def camera_sets() -> Iterator[ExampleSet]:
    """The rule knows model, price and maker; the shop's own spec table tells the attributes."""
    pages = datasets.swde_camera()
    for shop in SHOPS:
        first, *others = [page for page in pages if page.site == shop]
        sample = Sample(first.read(), first_values(first))
        tables = [(one, spec_table(one)) for one in others]
        true = [
            TruePage(one.read(), table.names, table.arguable)
            for one, table in tables
            if table.names
        ]
        yield _set(f"swde-camera, {shop}", shop, rules_from([sample]), _spread(true, _PAGES))


def _set(name: str, site: str, rules: SiteRules | None, pages: Sequence[TruePage]) -> ExampleSet:
    support = SiteSupport()
    memory = datasets.site_memory(one.page for one in pages)
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


class _Template(NamedTuple):
    """XPath of the elements whose text is a name, and of those about which people may differ.

    `more` are names beside the table; a page without the table is left out.
    """

    names: str
    more: str
    arguable: str


_TEMPLATES: Mapping[str, _Template] = {
    "amazon": _Template(
        "//div[contains(@class,'bucket')][h2[contains(.,'Technical Details')]]//li/b",
        "//none",
        "//td[starts-with(@class,'priceBlockLabel')] | //div[@class='disclaim']",
    ),
    "buy": _Template(
        "//td[contains(@id,'tdTechSpecsAttributeName')]",
        "//td[contains(@id,'_attrName')]",
        "//div[@id='productSummarySection']//b | //div[@id='productPricing']//span",
    ),
    "newegg": _Template(
        "//table[@class='specification']//td[@class='name']",
        "//none",
        "//*[contains(text(),'Warranty period') or contains(text(),'Support Phone')]",
    ),
    "pcnation": _Template("//td[@class='leftValue']", "//none", "//td[@class='detailspec']"),
}

SHOPS = tuple(_TEMPLATES)


class SpecTable(NamedTuple):
    """Keys of names; the arguable ones (prices, the shop's own number) do not count."""

    names: frozenset[str]
    arguable: frozenset[str]


def spec_table(page: AttributesPage) -> SpecTable:
    tree = html.fromstring(page.body)
    names, more, arguable = (_element_keys(tree.xpath(path)) for path in _TEMPLATES[page.site])
    return SpecTable(names | more if names else names, arguable - names - more)


def _element_keys(elements: Iterable[Any]) -> frozenset[str]:
    texts = (one.text or one.text_content() for one in elements)
    return frozenset(name_key(clean_name(text.partition(":")[0])) for text in texts) - {""}
