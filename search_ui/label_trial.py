"""Tries a rule before it is saved: what it reads off pages, compared with the ledger."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SpecSeekError
from core.names import name_key
from core.records import BY_RULE
from core.urls import shape_of
from core.yaml_files import dump_yaml
from review.reread import DamagedPageError
from rules.extract import extract
from rules.learn import Sample, train_sample
from rules.library import RuleLibrary, TrialLibrary, key_of
from rules.record import fit_by_rule, with_standard_names
from search_ui.label_pages import drafts, rules_folder, stored_page_at
from search_ui.marking import examples_of
from search_ui.site import this_site
from store.stored_pages import SitePage, pages_like, pages_with_records, values_of_pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pages.page import Page
    from rules.learn import Example, TrainingReport
    from rules.model import SiteRules
    from search_ui.label_pages import OpenedPage
    from search_ui.marking import MarkedPair
    from store.stored_pages import StoredBody


MOST_LIKE = 6
MOST_READ_BEFORE = 4


class ReadPage(NamedTuple):
    """What the new rules read off one page; `rule` is None if they read nothing.

    `known`: the ledger has a record of the page to compare with.
    """

    url: str
    key: str
    rule: str | None
    known: bool
    found: tuple[ValueDifference, ...]

    @property
    def counts(self) -> dict[DifferenceState, int]:
        return count_differences(self.found)


@dataclass(frozen=True)
class RuleTrial:
    """`refusal` says why nothing could be learned; then there are no rules and no pages."""

    refusal: str = ""
    yaml: str = ""
    layouts: int = 0
    samples: int = 0
    unread: tuple[Example, ...] = ()
    this_page: ReadPage | None = None
    others: tuple[ReadPage, ...] = ()

    @property
    def counts(self) -> dict[DifferenceState, int]:
        return count_differences(one for page in self.others for one in page.found)


def try_rule(opened: OpenedPage, pairs: Sequence[MarkedPair]) -> RuleTrial:
    """Learn and read as after saving, but save nothing."""
    sample = Sample(opened.page, examples_of(pairs))
    try:
        report = train_sample(TrialLibrary(rules_folder()), sample)
    except SpecSeekError as refusal:
        return RuleTrial(refusal=str(refusal))
    this_page, *others = _read_pages(opened, report.rules)
    return RuleTrial(
        yaml=dump_yaml(report.rules),
        layouts=len(report.rules.layouts),
        samples=report.samples,
        unread=report.unread,
        this_page=this_page,
        others=tuple(others),
    )


def _read_pages(opened: OpenedPage, rules: SiteRules) -> Iterator[ReadPage]:
    """The page being labelled, then others of its site."""
    bodies = _others(opened)
    known = _known([body.link_id for body in bodies] + [opened.link_id or -1])
    yield _read(opened.page, opened.key, rules, known.get(opened.link_id or -1, ()))
    for body in bodies:
        try:
            page = stored_page_at(body)
        except DamagedPageError:
            continue
        yield _read(page, f"s{body.link_id}", rules, known.get(body.link_id, ()))


def _others(opened: OpenedPage) -> list[StoredBody]:
    site = this_site()
    if site.ledger is None:
        return []
    page = SitePage(site.topic_name, opened.site, opened.page.url)
    with site.ledger.reading() as conn:
        found = [
            *pages_like(conn, page, shape_of(opened.page.url), MOST_LIKE),
            *pages_with_records(conn, page, MOST_READ_BEFORE),
        ]
    return list({body.link_id: body for body in found}.values())


def _known(link_ids: Sequence[int]) -> dict[int, list[PageValue]]:
    ledger = this_site().ledger
    if ledger is None:
        return {}
    with ledger.reading() as conn:
        values = values_of_pages(conn, link_ids, BY_RULE)
    return {link: [PageValue(*value[:3]) for value in said] for link, said in values.items()}


def _read(page: Page, key: str, rules: SiteRules, before: Sequence[PageValue]) -> ReadPage:
    """Read as in a crawl: with standard names, without other kinds of products."""
    topic = this_site().written_topic
    extraction = with_standard_names(extract(page, rules), topic)
    records = [record for record in extraction.records if fit_by_rule(record, rules, topic).fits]
    now = [
        PageValue(pair.attribute, pair.name, pair.value)
        for record in records
        for pair in record.pairs
    ]
    rule = extraction.rule if now else None
    return ReadPage(page.url, key, rule, bool(before), tuple(value_differences(before, now)))


# Comparing what rules read off a page now with the ledger.


class DifferenceState(StrEnum):
    NEW = "new"
    CHANGED = "changed"
    LOST = "lost"
    SAME = "same"


class PageValue(NamedTuple):
    """One value of a page."""

    attribute: str | None
    name: str
    value: str

    @property
    def key(self) -> str:
        return self.attribute or name_key(self.name)


class ValueDifference(NamedTuple):
    """`before` is "" for new values, `value` is "" for lost ones."""

    state: DifferenceState
    attribute: str | None
    name: str
    value: str
    before: str


def value_differences(
    before: Iterable[PageValue], now: Iterable[PageValue]
) -> list[ValueDifference]:
    """In the order of the page; lost values come last."""
    then, here = _joined(before), _joined(now)
    found = [
        ValueDifference(
            _state(said, then.get(key)), *said, before=then[key].value if key in then else ""
        )
        for key, said in here.items()
    ]
    lost = (said for key, said in then.items() if key not in here)
    return found + [
        ValueDifference(DifferenceState.LOST, said.attribute, said.name, "", said.value)
        for said in lost
    ]


def count_differences(found: Iterable[ValueDifference]) -> dict[DifferenceState, int]:
    """The count of each state that occurs, those that need attention first."""
    counts = Counter(difference.state for difference in found)
    order = (
        DifferenceState.LOST,
        DifferenceState.CHANGED,
        DifferenceState.NEW,
        DifferenceState.SAME,
    )
    return {state: counts[state] for state in order if counts[state]}


def _state(now: PageValue, before: PageValue | None) -> DifferenceState:
    if before is None:
        return DifferenceState.NEW
    same = name_key(now.value) == name_key(before.value) != "" or now.value == before.value
    return DifferenceState.SAME if same else DifferenceState.CHANGED


def _joined(values: Iterable[PageValue]) -> dict[str, PageValue]:
    """Several values of one attribute are one."""
    first: dict[str, PageValue] = {}
    texts: dict[str, dict[str, None]] = {}
    for said in values:
        first.setdefault(said.key, said)
        texts.setdefault(said.key, {})[said.value] = None
    return {key: said._replace(value=" / ".join(texts[key])) for key, said in first.items()}


# Saving the marks: as a draft, or as a sample for the site's rules.


class NotSavedError(SpecSeekError):
    """Writing to disk failed."""


def keep_draft(opened: OpenedPage, pairs: Sequence[MarkedPair]) -> str:
    """Returns the draft's key; pairs without an attribute are guessed again later."""
    try:
        return drafts().keep(Sample(opened.page, examples_of(pairs)))
    except OSError as error:
        raise NotSavedError(f"the draft could not be saved: {error}") from error


def make_active(opened: OpenedPage, pairs: Sequence[MarkedPair]) -> TrainingReport:
    """Train the site's rules; every labelled page is read again, or nothing is changed."""
    folder = rules_folder()
    try:
        report = train_sample(RuleLibrary(folder), Sample(opened.page, examples_of(pairs)))
    except OSError as error:
        raise NotSavedError(
            f"rules cannot be saved in {folder}: {error.strerror or error}. Set `rules` in "
            "specseek.toml to a folder of your own (copy the rules that you want to keep into it)"
        ) from error
    drafts().remove(key_of(opened.page))
    return report
