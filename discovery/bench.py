"""Rules tried out: what the site's samples taught stays, the new pages come to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.model import RowKnowledge, SiteRules
from rules.names import name_key
from rules.site_names import site_of
from rules.training import TrainingError, train_sample
from rules.trial import TrialLibrary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.learn import Sample
    from rules.library import RuleLibrary


class Bench(TrialLibrary):
    """Trains like the real library, keeps new samples in memory, and changes no file.

    Where a site's samples are kept they are learned from again, together with the new pages.
    Where only its rules are (those that come with SpecSeek), they are put beside the new ones.
    """

    def __init__(self, library: RuleLibrary, url: str) -> None:
        super().__init__(library.folder)
        self._site = site_of(url)
        self._before = library.rules_for(url)
        self._kept = library.samples(self._site)
        self.added: list[Sample] = []
        if not self._kept:
            self._read[self._site] = None

    def samples(self, site: str) -> list[Sample]:
        return [*self._kept, *self.added] if site == self._site else super().samples(site)

    def keep_sample(self, site: str, sample: Sample) -> None:
        if site == self._site:
            self.added.append(sample)

    def learn(self, samples: Sequence[Sample]) -> SiteRules | None:
        """The site's rules after these samples; one that is refused changes nothing."""
        for sample in samples:
            try:
                train_sample(self, sample)
            except TrainingError:
                continue
        learned = self._read.get(self._site) if self.added else None
        if learned is None or self._before is None:
            return learned
        rules = learned if self._kept else _beside(self._before, learned)
        known = {"version": self._before.version + 1, "unwanted": self._before.unwanted}
        return rules.model_copy(update=known)


def _beside(before: SiteRules, learned: SiteRules) -> SiteRules:
    """Old layouts keep their numbers; pages that still have them are read as ever."""
    layouts = [
        layout.model_copy(update={"id": str(number)})
        for number, layout in enumerate((*before.layouts, *learned.layouts), 1)
    ]
    names = {name_key(known.name): known for known in (*before.names, *learned.names)}
    for known in learned.names:
        if known.attribute is not None:
            names[name_key(known.name)] = known
    return SiteRules(
        source=before.source,
        names=tuple(names.values()),
        layouts=tuple(layouts),
        rows=_rows_beside(before.rows, learned.rows),
    )


def _rows_beside(before: RowKnowledge | None, learned: RowKnowledge | None) -> RowKnowledge | None:
    """Rows that stand as before are known as ever; where both know of a region, the new one does.

    A region tells of its own rows alone. What is told of names, lists or not, is as it is now.
    """
    if before is None or learned is None:
        return learned or before
    regions = {(region.stand, region.look): region for region in before.regions}
    regions |= {(region.stand, region.look): region for region in learned.regions}
    lists, wholes = set(learned.lists), set(learned.wholes)
    return learned.model_copy(
        update={
            "regions": tuple(regions.values()),
            "lists": tuple(sorted(lists | set(before.lists) - wholes)),
            "wholes": tuple(sorted(wholes | set(before.wholes) - lists)),
            "parts": tuple(sorted({*before.parts, *learned.parts})),
            "no_items": tuple(sorted({*before.no_items, *learned.no_items})),
        }
    )
