"""Real sites: which trials there are, with weights that never saw the site, and their rows.

One trial trains on a few pages of a site, reads the others and compares with gold. `SETS` has the
trials of each data set, `measured_rows` runs them on all processors.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar
from unittest.mock import patch

from rich.console import Console
from rich.progress import track

from evaluation import datasets
from evaluation.datasets import AttributesPage, OtherPage, PairsPage, ShopPage, stripped
from evaluation.learn_weights import learned_weights
from evaluation.scoring import (
    Calibration,
    QualityRow,
    Tally,
    Trial,
    facts,
    pooled,
    score_attributes,
    score_pairs,
    score_unseen,
)
from pages.nesting import outline
from pages.rows import find_rows
from rules import choose
from rules import extract as extracting
from rules.areas import keys_like_names
from rules.extract import extract
from rules.learn import Example, Sample, TrainingError, train
from rules.library import RuleLibrary
from samples.labels import compared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor

    from pages.page import Page
    from rules.choose import Weights
    from rules.model import SiteRules
    from rules.page_rows import SiteMemory
    from rules.record import Pair
    from samples.labels import NameAndValue


_Page = TypeVar("_Page", PairsPage, AttributesPage)
_SAMPLES = (1, 3)
CANDIDATES = "candidates, "
NO_PRODUCT = "no product"
_DRAWS_OF_MANY_SITES = 5  # at most: a set of many sites has its spread over the sites, too
_T = TypeVar("_T")
ZOL_GIVEN = 10
# A shop's offer that ZOL slips in between the parameters: neither wanted nor wrong.
ZOL_OFFER = "电商报价"


@dataclass(frozen=True)
class SiteTrial:
    """One trial on one site; sites of one set are also counted together.

    `held_back` are words: it runs with `weights` that sites with such a word in their names did
    not teach.
    """

    set: str
    site: str
    samples: int
    run: Callable[..., Trial]
    held_back: str = ""


def gsmarena_tasks(draws: int) -> Iterator[SiteTrial]:
    """Phone pages as they are, and with the telling attributes stripped."""
    pages = datasets.gsmarena()
    bare = [replace(page, body=stripped(page.body)) for page in pages]
    for name, versions in (("gsmarena", pages), ("gsmarena, stripped", bare)):
        yield from _labelled_tasks(name, "", pairs_trial, versions, draws, held_back="gsmarena")
        yield from _unlabelled_tasks(name, "", versions, "gsmarena")


def swde_camera_tasks(draws: int) -> Iterator[SiteTrial]:
    """Five camera shops; two of them also sell books."""
    held_back = "swde-camera amazon buy"
    for site, pages in _by_site(datasets.swde_camera()).items():
        yield from _labelled_tasks(
            "swde-camera", site, attributes_trial, pages, draws, held_back=held_back
        )


def swde_more_tasks(draws: int) -> Iterator[SiteTrial]:
    """Ten book shops and ten restaurant guides."""
    draws = min(draws, _DRAWS_OF_MANY_SITES)
    for site, pages in _by_site(datasets.swde_more()).items():
        held_back = "book- amazon buy" if site.startswith("book-") else "restaurant-"
        yield from _labelled_tasks(
            "swde-more", site, attributes_trial, pages, draws, held_back=held_back
        )


def xswde_tasks(draws: int) -> Iterator[SiteTrial]:
    """Nine sites about films, players and universities."""
    draws = min(draws, _DRAWS_OF_MANY_SITES)
    for site, pages in _by_site(datasets.xswde()).items():
        yield from _labelled_tasks("xswde", site, pairs_trial, pages, draws, held_back=site)
        yield from _unlabelled_tasks("xswde", site, pages, site)


def zol_tasks(draws: int) -> Iterator[SiteTrial]:
    """One page, trained with ten of its parameters: do all come out, and with their values?"""
    page = datasets.zol()
    for draw in range(draws):
        names = partial(zol_trial, page, draw, names_alone=True)
        yield SiteTrial("zol, names", "", 1, names, "zol")
        yield SiteTrial("zol", "", 1, partial(zol_trial, page, draw), "zol")
    yield from _unlabelled_tasks("zol", "", [page], "zol")


def shops_tasks(_draws: int) -> Iterator[SiteTrial]:
    """Pages of today's shops, each read alone and without labels; half of the shops are held back.

    Those who change the reader look at what is wrong in the other half only.
    """
    pages = datasets.shops()
    for half, wanted in (("open", False), ("held back", True)):
        of_half = [page for page in pages if page.held_back is wanted]
        yield SiteTrial("shops", half, 0, partial(shops_trial, of_half))


def no_product_tasks(_draws: int) -> Iterator[SiteTrial]:
    """Articles and threads, from which nothing should come; half of the sites teach."""
    pages = datasets.pages_without_product()
    for half, wanted in (("teaching", False), ("held back", True)):
        of_half = [page for page in pages if page.held_back is wanted]
        yield SiteTrial(NO_PRODUCT, half, 0, partial(no_product_trial, of_half))


SETS: Mapping[str, Callable[[int], Iterator[SiteTrial]]] = {
    "gsmarena": gsmarena_tasks,
    "no product": no_product_tasks,
    "shops": shops_tasks,
    "swde-camera": swde_camera_tasks,
    "swde-more": swde_more_tasks,
    "xswde": xswde_tasks,
    "zol": zol_tasks,
}


def _labelled_tasks(  # noqa: PLR0913 - all that a task is made of
    name: str,
    site: str,
    trial: Callable[[list[_Page], list[_Page], Weights | None], Trial],
    pages: Sequence[_Page],
    draws: int,
    *,
    held_back: str,
) -> Iterator[SiteTrial]:
    for samples in _SAMPLES:
        for chosen, others in trials(pages, max(_SAMPLES), draws):
            yield SiteTrial(
                name, site, samples, partial(trial, chosen[:samples], others), held_back
            )


def _unlabelled_tasks(
    name: str, site: str, pages: Sequence[PairsPage], held_back: str
) -> Iterator[SiteTrial]:
    yield SiteTrial(name, site, 0, partial(read_trial, pages), held_back)
    yield SiteTrial(f"{CANDIDATES}{name}", site, 0, partial(candidates_trial, pages))


def _by_site(pages: Iterable[_Page]) -> Mapping[str, list[_Page]]:
    sites: dict[str, list[_Page]] = {}
    for page in pages:
        sites.setdefault(page.site, []).append(page)
    return sites


def measured_rows(tasks: Sequence[SiteTrial], *, learns: bool) -> list[QualityRow]:
    """All tasks, on all processors; unless it learns, by the weights that are shipped."""
    weights: Mapping[str, Weights] = {}
    if learns:
        with _processes() as pool:  # they hold all sites, and end before pages are read
            weights = held_back_weights(tasks, pool)
    with _processes() as pool:
        return rows_of(tasks, pool, weights)


def held_back_weights(tasks: Iterable[SiteTrial], pool: Executor) -> Mapping[str, Weights]:
    """For all that tasks hold back the weights that were learned without it."""
    words = list(dict.fromkeys(task.held_back for task in tasks if task.held_back))
    learned = _shown(pool.map(weights_without, words), "Learning without a site", len(words))
    return dict(zip(words, learned, strict=True))


def weights_without(held_back: str) -> Weights:
    words = held_back.split()
    return learned_weights(without=lambda site: any(word in site for word in words))


def rows_of(
    tasks: Sequence[SiteTrial], pool: Executor, weights: Mapping[str, Weights]
) -> list[QualityRow]:
    """A row for each site, and one for all sites of a set together."""
    results: dict[tuple[str, int], dict[str, list[Trial]]] = {}
    done = pool.map(_run, tasks, [weights.get(task.held_back) for task in tasks])
    for task, trial in zip(tasks, _shown(done, "Reading real pages", len(tasks)), strict=True):
        sites = results.setdefault((task.set, task.samples), {})
        sites.setdefault(task.site, []).append(trial)
    rows = []
    for (name, samples), sites in results.items():
        of_sites = [
            QualityRow(f"{name}, {site}" if site else name, samples, tuple(of_site))
            for site, of_site in sites.items()
        ]
        rows += of_sites
        if len(of_sites) > 1:
            rows.append(pooled(name, of_sites))
    return rows


def _run(task: SiteTrial, weights: Weights | None) -> Trial:
    if not weights:
        return task.run()
    # Training asks for the shipped weights: they have seen the site, and must not be heard.
    with (
        patch.object(choose, "shipped_weights", lambda: weights),
        patch.object(extracting, "shipped_weights", lambda: weights),
    ):
        return task.run(weights=weights)


def _processes() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


def _shown(results: Iterator[_T], what: str, total: int) -> Iterable[_T]:
    """With a bar on the terminal, since it takes minutes; files and pipes get none."""
    console = Console(stderr=True)
    hidden = not console.is_terminal
    return track(results, what, total, console=console, transient=True, disable=hidden)


def trials(pages: Sequence[_T], most: int, count: int) -> Iterator[tuple[list[_T], list[_T]]]:
    """Up to `most` pages to train with and pages to read, `count` times; the same every time.

    The training pages of a trial lie far apart, and each trial starts at another page. Pages
    to read are the same for one sample and for more, so that the figures can be compared.
    """
    for trial in range(count):
        first = trial * len(pages) // count
        chosen = [(first + place * len(pages) // most) % len(pages) for place in range(most)]
        yield (
            [pages[index] for index in chosen],
            [page for index, page in enumerate(pages) if index not in chosen],
        )


def rules_from(samples: Sequence[Sample]) -> SiteRules | None:
    """The rules of a site after training with each sample; one that is refused changes nothing."""
    with TemporaryDirectory() as folder:
        library = RuleLibrary(Path(folder))
        for sample in samples:
            try:
                train(library, sample.page, sample.examples)
            except TrainingError:
                continue
        return library.rules_for(samples[0].page.url)


def pairs_read(
    page: Page,
    rules: SiteRules | None,
    memory: SiteMemory | None = None,
    *,
    least: float = 0.5,
    weights: Weights | None = None,
) -> list[Pair]:
    """All pairs of a page, whichever record they belong to."""
    extraction = extract(page, rules, memory, least=least, weights=weights)
    return [pair for record in extraction.records for pair in record.pairs]


def pairs_trial(
    samples: Sequence[PairsPage], others: Sequence[PairsPage], weights: Weights | None = None
) -> Trial:
    """Train with all pairs of the samples."""
    rules = rules_from([Sample(page.read(), all_pairs(page)) for page in samples])
    memory = datasets.site_memory(page.read() for page in others)
    seen = {name for page in samples for name, _ in page.pairs}
    read = [page.read() for page in samples]
    shown = seen.union(*(keys_like_names(page.body, page.encoding) for page in read))
    tallies, unseen, unshown = [], Tally(), Tally()
    for page in others:
        found = facts(pairs_read(page.read(), rules, memory, weights=weights), page.pairs)
        tallies.append(score_pairs(page.pairs, found))
        unseen += score_unseen(page.pairs, found, seen)
        unshown += score_unseen(page.pairs, found, shown)
    return Trial(tuple(tallies), unseen, unshown)


def attributes_trial(
    samples: Sequence[AttributesPage],
    others: Sequence[AttributesPage],
    weights: Weights | None = None,
) -> Trial:
    """Train with the first acceptable value of each attribute, telling no names."""
    rules = rules_from([Sample(page.read(), first_values(page)) for page in samples])
    memory = datasets.site_memory(page.read() for page in others)
    tallies = []
    for page in others:
        pairs = pairs_read(page.read(), rules, memory, weights=weights)
        values = [
            (pair.attribute, value) for pair in pairs for value in pair.values or [pair.value]
        ]
        tallies.append(score_attributes(page.attributes, values))
    return Trial(tuple(tallies))


def zol_trial(
    page: PairsPage, draw: int, *, names_alone: bool = False, weights: Weights | None = None
) -> Trial:
    """Train with some of a page's pairs, read the same page: whole pairs, or their names alone."""
    shuffled = sorted(page.pairs, key=lambda pair: sha256(f"{draw} {pair}".encode()).digest())
    given = shuffled[:ZOL_GIVEN]
    examples = tuple(Example(attribute=name, name=name, value=value) for name, value in given)
    rules = rules_from([Sample(page.read(), examples)])
    wanted: Sequence[NameAndValue] = page.pairs
    read = pairs_read(page.read(), rules, weights=weights)
    found = facts(_wanted_or_wrong(read), wanted)
    if names_alone:
        wanted, found = ([(name, "") for name, _ in pairs] for pairs in (wanted, found))
    shown = [name for name, _ in given]
    return Trial((score_pairs(wanted, found),), score_unseen(wanted, found, shown))


def read_trial(pages: Sequence[PairsPage], weights: Weights | None = None) -> Trial:
    """Nothing is labelled: all that is known is what the site's pages have in common."""
    memory = datasets.site_memory(page.read() for page in pages)
    tallies, calibration = [], Calibration()
    for page in pages:
        found = pairs_read(page.read(), None, memory, weights=weights)
        tallies.append(score_pairs(page.pairs, facts(_wanted_or_wrong(found), page.pairs)))
        all_found = pairs_read(page.read(), None, memory, least=0.0, weights=weights)
        calibration += Calibration.of(_wanted_or_wrong(all_found), page.pairs)
    return Trial(tuple(tallies), calibration=calibration)


def shops_trial(pages: Sequence[ShopPage], weights: Weights | None = None) -> Trial:
    """Every page by itself: most shops have only one."""
    tallies = []
    for page in pages:
        wanted = compared(page.pairs)
        read = [pair for pair in pairs_read(page.read(), None, weights=weights) if pair.name]
        found = compared(facts(read, page.pairs))
        counted = {pair for pair in found if pair in wanted or not page.is_unsure(*pair)}
        tallies.append(Tally(len(wanted & counted), len(counted), len(wanted)))
    return Trial(tuple(tallies))


def no_product_trial(pages: Sequence[OtherPage], weights: Weights | None = None) -> Trial:
    """Every page by itself: each pair that comes out is one too many."""
    tallies = []
    for page in pages:
        read = [pair for pair in pairs_read(page.read(), None, weights=weights) if pair.name]
        tallies.append(Tally(0, len(read), 0))
    return Trial(tuple(tallies))


def _wanted_or_wrong(pairs: Iterable[Pair]) -> list[Pair]:
    return [pair for pair in pairs if pair.name != ZOL_OFFER]


def candidates_trial(pages: Sequence[PairsPage]) -> Trial:
    """Which pairs are among all that may be a name and its value, before any choosing?

    A row holds a value as a whole, as an item, or as one of the texts its value is made of: which
    of those it is samples tell.
    """
    tallies = []
    for page in pages:
        read = outline(page.read())
        rows, texts = find_rows(read), read.texts
        found = [(row.name, value) for row in rows for value in (row.value, *row.values)]
        parts = [(row.name, texts[leaf]) for row in rows for leaf in row.value_leaves]
        held = score_pairs(page.pairs, [*found, *parts])
        tallies.append(replace(held, extracted=len(compared(found))))
    return Trial(tuple(tallies))


def all_pairs(page: PairsPage) -> tuple[Example, ...]:
    attributes = page.attributes or [name or "unnamed" for name, _ in page.pairs]
    return tuple(
        Example(attribute=attribute, name=name, value=value)
        for attribute, (name, value) in zip(attributes, page.pairs, strict=True)
    )


def first_values(page: AttributesPage) -> tuple[Example, ...]:
    return tuple(
        Example(attribute=attribute, name="", value=values[0])
        for attribute, values in page.attributes.items()
        if values
    )
