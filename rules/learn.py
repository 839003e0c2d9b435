"""From labelled pages to the rules of a site.

`train` adds a labelled page to the samples of its site and learns the site's rules again from all
of them (`learn_site`), so the order of labelling does not matter and only samples have to be
kept. What the samples teach about rows comes first; values that are in no row become unnamed
values; areas are for pages exactly like a sample. `TextIndex` finds names and values on a page.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, model_validator

from core.errors import SpecSeekError
from core.names import clean_name, name_key, site_of
from core.records import PICTURE
from pages.nesting import outline
from pages.rows import find_rows
from rules.areas import keys_like_names, learn_area
from rules.extract import extract, read_layout, read_rows
from rules.model import AreaRule, AttributeFormat, Layout, RowKnowledge, SiteRules, ValueLocator
from rules.page_rows import PageRows
from rules.pictures import learn_pictures, unread_pictures
from rules.row_knowledge import KnownRows
from rules.row_learning import KnowledgeLearner
from rules.unnamed_learning import learn_unnamed, merge_locators, weigh_locators, why_not_learned
from rules.unnamed_values import UnnamedReader

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from pathlib import Path

    from pages.outline import Outline
    from pages.page import Page
    from rules.extract import KnownNames
    from rules.library import RuleLibrary
    from rules.record import Pair

# Text that is on a page more often is not looked for any further.
_MOST_PLACES = 60


class Example(BaseModel):
    """A labelled value; `name` is "" where the page shows the value without one.

    Where the attribute is null, as in the output of `specseek extract`, the name takes its place.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    attribute: str
    name: str = ""
    value: str

    @model_validator(mode="before")
    @classmethod
    def _called_by_its_name(cls, given: Any) -> Any:  # noqa: ANN401 - whatever a file may hold
        if isinstance(given, dict) and given.get("attribute", "") is None and given.get("name"):
            return {**given, "attribute": given["name"]}
        return given

    @property
    def texts(self) -> tuple[str, str, str]:
        return self.attribute, self.name, self.value


@dataclass(frozen=True, slots=True)
class Place:
    """Consecutive leaves that show a text.

    `start` and `end` count key letters over the whole page; `opens` and `closes` tell whether the
    text begins at the start of the first leaf and ends at the end of the last one.
    """

    start: int
    end: int
    first_leaf: int
    end_leaf: int
    opens: bool
    closes: bool


class TextIndex:
    """Finds texts on a page by their letters and digits, across elements."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self._keys = [
            "" if owner in outline.hidden else name_key(text)
            for owner, text in zip(outline.owners, outline.texts, strict=True)
        ]
        self._starts = [0, *accumulate(map(len, self._keys))]

    @cached_property
    def _all(self) -> str:
        return "".join(self._keys)

    def places(self, text: str) -> list[Place]:
        """Every place of this text, in page order."""
        key = name_key(text)
        return self._symbol_places(text) if not key else self._key_places(key)

    def place_of_leaves(self, first: int, end: int) -> Place:
        return Place(self._starts[first], self._starts[end], first, end, opens=True, closes=True)

    def _key_places(self, key: str) -> list[Place]:
        found: list[Place] = []
        at = self._all.find(key)
        while at >= 0 and len(found) < _MOST_PLACES:
            end = at + len(key)
            first = bisect_right(self._starts, at) - 1
            last = bisect_right(self._starts, end - 1) - 1
            found.append(
                Place(
                    at,
                    end,
                    first,
                    last + 1,
                    opens=self._starts[first] == at,
                    closes=self._starts[last + 1] == end,
                )
            )
            at = self._all.find(key, at + 1)
        return found

    def _symbol_places(self, text: str) -> list[Place]:
        """A value without letters or digits ("-", "★★★") is found as a whole leaf only."""
        wanted = "".join(text.split())
        return [
            self.place_of_leaves(index, index + 1)
            for index, shown in enumerate(self.outline.texts)
            if wanted and "".join(shown.split()) == wanted
        ][:_MOST_PLACES]


@dataclass(frozen=True)
class Sample:
    """A page with its labels; `area` is set where it was labelled tag by tag."""

    page: Page
    examples: tuple[Example, ...]
    area: AreaRule | None = None

    @cached_property
    def outline(self) -> Outline:
        return outline(self.page)

    @cached_property
    def text_index(self) -> TextIndex:
        return TextIndex(self.outline)

    @cached_property
    def rows(self) -> PageRows:
        return PageRows(self.outline, find_rows(self.outline))


class TrainingError(SpecSeekError):
    """Nothing can be learned from the sample, or it would break an earlier one."""


@dataclass(frozen=True)
class TrainingReport:
    """What was learned; `unread` are the examples that the rules do not read from their own page.

    `reasons` says why for each of them, in the same order.
    """

    rules: SiteRules
    file: Path
    samples: int
    unread: tuple[Example, ...]
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        labelled = sum(known.attribute is not None for known in self.rules.names)
        lines = [
            (
                f"{self.file}: {len(self.rules.layouts)} layout(s), {labelled} labelled names and "
                f"{len(self.rules.names) - labelled} beside them, from {self.samples} sample(s)"
            )
        ]
        because = zip(self.unread, self.reasons, strict=True)
        lines += [f"  not learned: {_shown(example)}: {reason}" for example, reason in because]
        return "\n".join(lines)


def train(library: RuleLibrary, page: Page, examples: Sequence[Example]) -> TrainingReport:
    """Learn from one more page and example values that it shows."""
    return train_sample(library, Sample(page, tuple(examples)))


def train_sample(library: RuleLibrary, sample: Sample) -> TrainingReport:
    """Learn from one more sample; the library changes only if every sample is still read."""
    page = sample.page
    site = site_of(page.url)
    if not site:
        raise TrainingError(
            f"the page's address {page.url!r} has no host, so no site to learn for; "
            "give the URL the page was fetched from, such as https://shop.example/product-1.html"
        )
    if not (sample.examples or sample.area):
        raise TrainingError(
            "there are no example values to learn from; give at least one value that the page shows"
        )
    for text in (page.url, *(part for example in sample.examples for part in example.texts)):
        if any("\ud800" <= letter <= "\udfff" for letter in text):
            raise TrainingError(f"{text!r} holds a lone surrogate, which no file can store")
    # A library begins with its first sample; who only reads is told of a folder that is missing.
    known_rules = library.rules_for(page.url) if library.folder.is_dir() else None
    kept = library.samples(site)
    if known_rules and known_rules.layouts and not kept:
        raise TrainingError(
            f"the rules of {site} were learned from pages that are not in {library.folder}: "
            "training on this page alone would forget what those taught. Put those pages back, "
            "use another folder of rules, or remove the rule file to start over"
        )
    earlier = [known for known in kept if known.page.body != page.body]
    rules, unread = _learned(site, [*earlier, sample])
    before = known_rules or SiteRules(source=site, version=0)
    rules = rules.model_copy(update={"version": before.version + 1, "unwanted": before.unwanted})
    library.keep_sample(site, sample)
    lost = tuple(unread[-1])
    reasons = tuple(why_not_learned(sample.text_index, example) for example in lost)
    return TrainingReport(rules, library.save(rules), len(earlier) + 1, lost, reasons)


def _learned(site: str, samples: Sequence[Sample]) -> tuple[SiteRules, list[list[Example]]]:
    """Rules that read every example which rules learned from its sample alone would read."""
    broken: list[str] = []
    for widen in (True, False):
        rules = learn_site(site, samples, widen=widen)
        unread = [unread_examples(rules, sample) for sample in samples]
        broken = _broken(site, samples, unread)
        if not broken:
            break
    if unread[-1] and len(unread[-1]) == len(samples[-1].examples):
        wanted = "\n".join(f"  {_shown(example)}" for example in samples[-1].examples[:10])
        raise TrainingError(
            "none of the example values is on the page as text, so nothing can be learned; "
            f"copy values and names as the page shows them:\n{wanted}"
        )
    if broken:
        raise TrainingError(
            "with this sample the rules would no longer read an earlier one; nothing was "
            "changed. Check the examples below, or label the page under another site:\n"
            + "\n".join(broken)
        )
    return rules, unread


def unread_examples(rules: SiteRules, sample: Sample) -> list[Example]:
    """The examples that these rules do not read from their own page."""
    records = extract(sample.page, rules).records
    pairs = [pair for record in records for pair in record.pairs]
    of_text = (one for one in sample.examples if one.attribute != PICTURE)
    return [*missing_from(pairs, of_text), *unread_pictures(rules, sample)]


def _broken(site: str, samples: Sequence[Sample], unread: Sequence[list[Example]]) -> list[str]:
    lines: list[str] = []
    for sample, lost in zip(samples, unread, strict=True):
        if len(samples) > 1 and lost:
            alone = unread_examples(learn_site(site, [sample]), sample)
            lines += [
                f"  {sample.page.url}: lost {_shown(example)}"
                for example in lost
                if example not in alone
            ]
    return lines


def _shown(example: Example) -> str:
    name = f"{example.name!r} = " if example.name else ""
    return f"{example.attribute}: {name}{example.value!r}"


def learn_site(source: str, samples: Sequence[Sample], *, widen: bool = True) -> SiteRules:
    """One layout for all samples; with `widen` false, one layout for each."""
    pictures = learn_pictures(samples)
    samples = [_without_pictures(sample) for sample in samples]
    names = _names(samples)
    known = {name_key(known.name): known.attribute for known in names}
    rows = row_knowledge(samples)
    known_rows = KnownRows(rows)
    layouts: list[tuple[tuple[ValueLocator, ...], list[Sample]]] = []
    unlabelled: dict[str, AttributeFormat] = {}
    for sample in samples:
        locators: tuple[ValueLocator, ...] = ()
        if sample.examples:
            pairs = [one.pair for one in read_rows(sample.rows, known_rows, known)]
            locators = _locators(sample, pairs)
            unlabelled |= _unlabelled(pairs, known)
        if widen and layouts:
            kept, members = layouts[0]
            layouts[0] = (merge_locators(kept, locators), [*members, sample])
        else:
            layouts.append((locators, [sample]))
    rules = SiteRules(
        source=source,
        names=(*names, *unlabelled.values()),
        layouts=tuple(
            Layout(id=str(number), unnamed=weigh_locators(locators, members))
            for number, (locators, members) in enumerate(layouts, 1)
        ),
        rows=rows,
        pictures=pictures,
    )
    return _with_areas(rules, [members for _, members in layouts])


def _without_pictures(sample: Sample) -> Sample:
    """Texts alone have rows, names and places; the same sample where no picture is marked."""
    of_text = tuple(one for one in sample.examples if one.attribute != PICTURE)
    return sample if len(of_text) == len(sample.examples) else replace(sample, examples=of_text)


def row_knowledge(samples: Sequence[Sample]) -> RowKnowledge:
    """What samples teach about rows."""
    learner = KnowledgeLearner()
    shown: dict[str, None] = {}
    for sample in samples:
        shown.update(dict.fromkeys(keys_like_names(sample.page.body, sample.page.encoding)))
        if sample.examples:
            learner.add(sample.rows, sample.examples)
    knowledge = learner.knowledge
    beside = tuple(key for key in shown if key not in knowledge.names)
    return knowledge.model_copy(update={"shown": beside})


def _names(samples: Sequence[Sample]) -> tuple[AttributeFormat, ...]:
    """Every labelled name, as the first sample with it writes it."""
    names: dict[str, AttributeFormat] = {}
    for sample in samples:
        of_sample = {
            key: AttributeFormat(attribute=example.attribute, name=clean_name(example.name))
            for example in sample.examples
            if (key := name_key(example.name)) and key not in names
        }
        names.update(of_sample)
    return tuple(names.values())


def _locators(sample: Sample, pairs: Sequence[Pair]) -> tuple[ValueLocator, ...]:
    """Locators for the examples that are in no row of the page."""
    return tuple(
        locator
        for example in missing_from(pairs, sample.examples)
        for locator in learn_unnamed(sample.text_index, example, sample.examples)
    )


def _unlabelled(pairs: Iterable[Pair], known: KnownNames) -> dict[str, AttributeFormat]:
    """Names among the labelled ones without an attribute: they help to recognise the region."""
    return {
        key: AttributeFormat(attribute=None, name=pair.name)
        for pair in pairs
        if (key := name_key(pair.name)) and key not in known
    }


def _with_areas(rules: SiteRules, members: Sequence[Sequence[Sample]]) -> SiteRules:
    layouts = []
    for layout, samples in zip(rules.layouts, members, strict=True):
        kept: dict[str, AreaRule] = {}
        for sample in samples:
            area = sample.area
            if sample.examples and not area:
                rows = read_rows(sample.rows, rules.known_rows, rules.known_names)
                readings = read_layout(layout, UnnamedReader(sample.outline), rows)
                area = learn_area(layout, sample.page, sample.outline, readings)
            if area:
                kept[area.area] = area
        layouts.append(layout.model_copy(update={"areas": tuple(kept.values())}))
    return rules.model_copy(update={"layouts": tuple(layouts)})


def missing_from(pairs: Collection[Pair], examples: Iterable[Example]) -> list[Example]:
    """The examples that are not among the pairs read from their page."""
    read = [(pair, name_key(value)) for pair in pairs for value in (pair.value, *pair.values)]
    named = {(name_key(pair.name), value) for pair, value in read}
    attributed = {(pair.attribute, value) for pair, value in read}
    return [
        example
        for example in examples
        if (not example.name or (name_key(example.name), name_key(example.value)) not in named)
        and (example.attribute, name_key(example.value)) not in attributed
    ]
