"""Training: a labelled page joins its site's samples, the site's rules are learned anew."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.names import site_of
from rules.extract import extract
from rules.learn import Sample, learn_site, missing_from
from rules.model import SiteRules
from rules.unnamed_learning import why_not_learned

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pages.page import Page
    from rules.learn import Example
    from rules.library import RuleLibrary


class TrainingError(SpecSeekError):
    """The sample teaches nothing, or would break what an earlier sample taught."""


@dataclass(frozen=True)
class TrainingReport:
    """What was learned; `unread` are the examples that no rule can read off their own page.

    `reasons` tells of each of them why, in the same order.
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
    """Learn from one more page and example values that stand on it."""
    return train_sample(library, Sample(page, tuple(examples)))


def train_sample(library: RuleLibrary, sample: Sample) -> TrainingReport:
    """Learn from one more sample; the library is changed only when every sample still reads."""
    page = sample.page
    site = site_of(page.url)
    if not site:
        raise TrainingError(
            f"the page's address {page.url!r} has no host, so no site to learn for; "
            "give the URL the page was fetched from, such as https://shop.example/phone-1.html"
        )
    if not (sample.examples or sample.area):
        raise TrainingError(
            "there are no example values to learn from; give at least one value that the page shows"
        )
    for text in (page.url, *(part for example in sample.examples for part in example.texts)):
        if not _is_text(text):
            raise TrainingError(f"{text!r} holds half a character, which no file can keep")
    known_rules = library.rules_for(page.url)
    kept = library.samples(site)
    if known_rules and known_rules.layouts and not kept:
        raise TrainingError(
            f"the rules of {site} were learned from pages that are not in {library.folder}: "
            "training on this page alone would forget what those taught. Put those pages back, "
            "use another folder of rules, or remove the rule file to begin anew"
        )
    earlier = [known for known in kept if known.page.body != page.body]
    rules, unread = _learned(site, [*earlier, sample])
    before = known_rules or SiteRules(source=site, version=0)
    rules = rules.model_copy(update={"version": before.version + 1, "unwanted": before.unwanted})
    library.keep_sample(site, sample)
    lost = tuple(unread[-1])
    reasons = tuple(why_not_learned(sample.located, example) for example in lost)
    return TrainingReport(rules, library.save(rules), len(earlier) + 1, lost, reasons)


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _learned(site: str, samples: Sequence[Sample]) -> tuple[SiteRules, list[list[Example]]]:
    """Rules that lose nothing of any sample that a rule of its own could read."""
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
            "none of the example values stands on the page as text, so nothing can be learned; "
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
    """The examples that these rules do not read off their own page."""
    records = extract(sample.page, rules).records
    pairs = [pair for record in records for pair in record.pairs]
    return missing_from(pairs, sample.examples)


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
