"""Training tried out: the rules it would give, and what they read off pages of the site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SpecSeekError
from core.records import BY_RULE
from core.yaml_files import dump_yaml
from review.rereading import DamagedPageError
from rules.extraction import extract
from rules.learn import Sample
from rules.on_topic import is_on_topic
from rules.standard_names import with_standard_names
from rules.training import train_sample
from rules.trial import TrialLibrary
from rules.urls import shape_of
from search_ui.labelling.differences import (
    DifferenceState,
    PageValue,
    ValueDifference,
    count_differences,
    value_differences,
)
from search_ui.labelling.opened_page import rules_folder, stored_page_at
from search_ui.labelling.pairs import examples_of
from search_ui.site import this_site
from store.stored_pages import SitePage, pages_like, pages_with_records, values_of_pages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pages.page import Page
    from rules.examples import Example
    from rules.model import SiteRules
    from search_ui.labelling.marking import MarkedPair
    from search_ui.labelling.opened_page import OpenedPage
    from store.stored_pages import StoredBody

MOST_LIKE = 6
MOST_READ_BEFORE = 4


class ReadPage(NamedTuple):
    """What the new rules read off one page; `rule` is None where they read nothing.

    `known` tells that the ledger has a record of it to compare with.
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
    """`refusal` tells why nothing could be learned; then there are no rules and no pages."""

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
    """As saving would go, but nothing is kept."""
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
    """The page under work first, then others of its site."""
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
    """As a crawl reads it: standard names given, other kinds of products left out."""
    topic = this_site().written_topic
    extraction = with_standard_names(extract(page, rules), topic)
    records = [record for record in extraction.records if is_on_topic(record, rules, topic)]
    now = [
        PageValue(pair.attribute, pair.name, pair.value)
        for record in records
        for pair in record.pairs
    ]
    rule = extraction.rule if now else None
    return ReadPage(page.url, key, rule, bool(before), tuple(value_differences(before, now)))
