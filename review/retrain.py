"""Retrains rules for a decision: the page that showed a new name becomes a sample.

Every labelled page is a fixture: new rules must read it as the old ones did.
"""

from __future__ import annotations

import shutil
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from core.errors import SpecSeekError
from core.names import name_key, site_of
from core.yaml_files import dump_yaml
from review.context import RefusedError
from rules.extract import extract
from rules.learn import Example, Sample, train_sample
from rules.library import RuleLibrary
from rules.model import SiteRules
from rules.record import with_standard_names
from store.changes import FileChange, bytes_or_none

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from core.records import ReadValue
    from core.topic import Topic
    from pages.page import Page
    from review.context import ReviewContext
    from rules.record import Pair


class NameOnPage(NamedTuple):
    """A page that shows a name, and the value shown with it."""

    page: Page
    name: str
    value: str


class TopicChange(NamedTuple):
    before: Topic
    after: Topic


class RetrainedRules(NamedTuple):
    """`note` says why the rules stay as they are, if they do."""

    files: tuple[FileChange, ...]
    note: str = ""


def retrain(
    context: ReviewContext, topics: TopicChange, shown: Sequence[NameOnPage], aside: Path
) -> RetrainedRules:
    """The files of one site that change, so that new names of its pages are read.

    Rules that were learned from samples in the library are retrained with these pages added; if
    that would change what is read off a labelled page, they stay. They also stay if the library has
    no samples for them. Then the topic's new names must be enough, or the change is refused.
    """
    library = context.library()
    site = site_of(shown[0].page.url)
    samples = library.samples(site)
    reason = f"the pages that the rules of {site} were learned from are not in the library"
    if samples:
        try:
            return RetrainedRules(_retrained_files(context, topics, shown, aside))
        except SpecSeekError as error:
            reason = str(error)
    rules = library.rules_for(shown[0].page.url)
    for one in shown:
        if not _is_read(RulesAndTopic(rules, topics.after), one):
            raise RefusedError(
                f"{one.name!r} is not read off {one.page.url} by the rules of {site}, and they "
                f"cannot be retrained: {reason}. Label a page of the site that shows it"
            )
    return RetrainedRules((), f"the rules of {site} stay as they are: {reason}")


def _retrained_files(
    context: ReviewContext, topics: TopicChange, shown: Sequence[NameOnPage], aside: Path
) -> tuple[FileChange, ...]:
    library = context.library()
    url = shown[0].page.url
    old = RulesAndTopic(library.rules_for(url), topics.before)
    trial = _trial_copy(library, site_of(url), aside)
    for page in dict.fromkeys(one.page for one in shown):
        named = [one for one in shown if one.page == page]
        train_sample(
            trial, _sample_with_names(trial, RulesAndTopic(old.rules, topics.after), named)
        )
    new = RulesAndTopic(trial.rules_for(url), topics.after)
    fixtures = [sample.page for sample in library.samples(site_of(url))]
    pages = dict.fromkeys([*fixtures, *(one.page for one in shown)])
    changed = fixture_differences(pages, old, new, [one.name for one in shown])
    if changed:
        raise RefusedError("labelled pages would be read differently:\n  " + "\n  ".join(changed))
    for one in shown:
        if not _is_read(new, one):
            raise RefusedError(f"{one.name!r} is not read off {one.page.url} even after retraining")
    return tuple(_changed_files(context, library, trial, site_of(url)))


def retrain_with_region(
    context: ReviewContext, page: Page, values: Sequence[ReadValue], aside: Path
) -> RetrainedRules:
    """The files of a site after a region that no rule read has become one of its samples.

    No labelled page may lose values; more than before may be read.
    """
    library, topic = context.library(), context.topic()
    site = site_of(page.url)
    old = library.rules_for(page.url)
    trial = _trial_copy(library, site, aside)
    report = train_sample(trial, _region_sample(trial, RulesAndTopic(old, topic), page, values))
    after = RulesAndTopic(trial.rules_for(page.url), topic)
    lost = [
        f"{sample.page.url}: lost {pair.attribute or pair.name} = {pair.value[:60]!r}"
        for sample in library.samples(site)
        for pair in set(_by_rule(RulesAndTopic(old, topic), sample.page))
        - set(after.read(sample.page))
    ]
    if lost:
        raise RefusedError("labelled pages would lose values:\n  " + "\n  ".join(lost[:10]))
    read = {(name_key(pair.name), name_key(pair.value)) for pair in _by_rule(after, page)}
    unread = [
        one.name or one.attribute or ""
        for one in values
        if (name_key(one.name), name_key(one.raw)) not in read
    ]
    if len(unread) == len(values):
        raise RefusedError("a rule learned from it reads none of its values")
    files = tuple(_changed_files(context, library, trial, site))
    note = f"version {report.rules.version} of the site's rules, learned from {page.url}"
    return RetrainedRules(files, f"{note}; not read: {', '.join(unread)}" if unread else note)


def _region_sample(
    library: RuleLibrary, readers: RulesAndTopic, page: Page, values: Sequence[ReadValue]
) -> Sample:
    """A sample of the page: what rules read or people labelled, plus the region."""
    known = next(
        (one for one in library.samples(site_of(page.url)) if one.page.body == page.body), None
    )
    before = (
        known.examples
        if known
        else [
            Example(attribute=pair.attribute, name=pair.name, value=pair.value)
            for pair in _by_rule(readers, page)
            if pair.attribute is not None
        ]
    )
    labelled = {example.attribute for example in before}
    region = [
        Example(attribute=one.attribute or one.name, name=one.name, value=one.raw)
        for one in values
        if one.name or (one.attribute and one.attribute not in labelled)
    ]
    return Sample(page, tuple(dict.fromkeys([*before, *region])), known.area if known else None)


def _by_rule(readers: RulesAndTopic, page: Page) -> list[Pair]:
    """What rules read off the page; nothing if there are no rules."""
    if readers.rules is None or not readers.rules.layouts:
        return []
    return [pair for pair in readers.read(page) if pair.by_rule]


def rules_with_unwanted(context: ReviewContext, site: str, names: Sequence[str]) -> FileChange:
    """The site's rule file with these names marked as unwanted."""
    before = context.library().rules_for(f"http://{site}/") or SiteRules(source=site, version=0)
    unwanted = tuple(dict.fromkeys((*before.unwanted, *names)))
    after = before.model_copy(update={"version": before.version + 1, "unwanted": unwanted})
    path = f"{context.rules_path}/{context.library().file_of(site).name}"
    return FileChange(path, bytes_or_none(context.file(path)), dump_yaml(after).encode())


def _trial_copy(library: RuleLibrary, site: str, aside: Path) -> RuleLibrary:
    """A copy of the site's part of the library, to train in."""
    shutil.rmtree(aside, ignore_errors=True)
    for path in library.files_of(site):
        copy = aside / path.relative_to(library.folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return RuleLibrary(aside)


def _sample_with_names(
    library: RuleLibrary, readers: RulesAndTopic, shown: Sequence[NameOnPage]
) -> Sample:
    """A sample of the page with its record and the accepted names."""
    page = shown[0].page
    known = next(
        (one for one in library.samples(site_of(page.url)) if one.page.body == page.body), None
    )
    keys = {name_key(one.name) for one in shown}
    read = readers.read(page)
    examples = [
        Example(attribute=pair.attribute, name=pair.name, value=pair.value)
        for pair in read
        if pair.attribute is not None
    ]
    missing = keys - {name_key(pair.name) for pair in read}
    for one in shown:
        attribute = readers.topic.standard_name(one.name)
        if name_key(one.name) in missing and attribute:
            examples.append(Example(attribute=attribute, name=one.name, value=one.value))
    if known is not None:
        examples = [*known.examples, *(one for one in examples if name_key(one.name) in keys)]
    return Sample(page, tuple(dict.fromkeys(examples)), known.area if known else None)


def _is_read(readers: RulesAndTopic, shown: NameOnPage) -> bool:
    key, attribute = name_key(shown.name), readers.topic.standard_name(shown.name)
    return any(
        name_key(pair.name) == key and pair.attribute == attribute
        for pair in readers.read(shown.page)
    )


def _changed_files(
    context: ReviewContext, library: RuleLibrary, trial: RuleLibrary, site: str
) -> list[FileChange]:
    found = []
    for path in trial.files_of(site):
        relative = path.relative_to(trial.folder)
        before, after = bytes_or_none(library.folder / relative), path.read_bytes()
        if before != after:
            file = f"{context.rules_path}/{relative.as_posix()}"
            found.append(FileChange(file, before, after))
    return found


# Every labelled page is a fixture: new rules must read it as the old ones did.


_MOST_TOLD = 10


class RulesAndTopic(NamedTuple):
    """Rules with their topic."""

    rules: SiteRules | None
    topic: Topic

    def read(self, page: Page) -> list[Pair]:
        """The pairs of all records of a page, with the topic's attributes."""
        extraction = with_standard_names(extract(page, self.rules), self.topic)
        return [pair for record in extraction.records for pair in record.pairs]


def fixture_differences(
    pages: Iterable[Page], before: RulesAndTopic, after: RulesAndTopic, names: Collection[str]
) -> list[str]:
    """Messages about values that are read differently; the accepted names may differ.

    These get an attribute now and may be read in more places, but no value may be lost.
    """
    keys = set(map(name_key, names))
    told = [
        f"{page.url}: {line}"
        for page in pages
        for line in _page_differences(before.read(page), after.read(page), keys)
    ]
    more = len(told) - _MOST_TOLD
    return told[:_MOST_TOLD] + ([f"and {more} more"] if more > 0 else [])


def _page_differences(old: list[Pair], new: list[Pair], keys: set[str]) -> Iterator[str]:
    kept, now = ([one for one in some if name_key(one.name) not in keys] for some in (old, new))
    yield from (f"lost {_shown_pair(pair)}" for pair in (Counter(kept) - Counter(now)).elements())
    yield from (f"new {_shown_pair(pair)}" for pair in (Counter(now) - Counter(kept)).elements())
    if kept != now and Counter(kept) == Counter(now):
        yield "the order of its values is another"
    values = {(name_key(pair.name), pair.value) for pair in new}
    for pair in old:
        key = name_key(pair.name)
        if key in keys and (key, pair.value) not in values:
            yield f"lost {_shown_pair(pair)}"


def _shown_pair(pair: Pair) -> str:
    return f"{pair.attribute or pair.name} = {pair.value[:60]!r}"
