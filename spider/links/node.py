"""What visits of one kind of link led to so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from spider.links.rewards import certainty, promise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_MEMORY = 25  # older visits fade: a list that was read through is worth nothing any more
_MOST_LEADS = 8
# What a guess counts for, in visits; and the most that visits count for against it.
_GUESS_COUNTS = 4.0
_VISITS_COUNT = 16
# The odds of a guess are corrected so many times and no more: its own visits shall tell.
_MOST_CORRECTED = 4.0


class BucketKey(NamedTuple):
    """A bucket within its site."""

    shape: str
    level: int


class VisitStatistics:
    """Visits, how often they gave a record, and how surely new links of which kind.

    Beside it stands what was expected of them, so that better and worse than expected shows.
    """

    __slots__ = ("_correction", "expected", "leads", "records", "visits", "worth")

    def __init__(
        self,
        visits: int = 0,
        records: float = 0.0,
        expected: float = 0.0,
        leads: dict[BucketKey, float] | None = None,
    ) -> None:
        self.visits = visits
        self.records = records
        self.expected = expected
        self.leads = leads if leads is not None else {}
        self.worth = records
        self._correction = 1.0

    def add(self, worth: float, expected: float, new_links: Mapping[BucketKey, int]) -> None:
        self.visits += 1
        share = 1.0 / min(self.visits, _MEMORY)
        self.records += share * (worth - self.records)
        self.expected += share * (expected - self.expected)
        leads = self.leads
        for key in leads:
            leads[key] *= 1.0 - share
        for key, number in new_links.items():
            leads[key] = leads.get(key, 0.0) + share * certainty(number)
        if len(leads) > _MOST_LEADS:
            kept = sorted(leads, key=leads.__getitem__, reverse=True)[:_MOST_LEADS]
            self.leads = {key: leads[key] for key in kept}

    def work_out(self, value: Callable[[BucketKey], float]) -> None:
        """What the next visit may be worth, given what links of each kind are worth."""
        self.worth = self.records
        if self.leads:
            led_to = promise((value(key), sure) for key, sure in self.leads.items())
            self.worth += (1.0 - self.records) * led_to
        ratio = _odds(self.mixed_with(self.expected)) / _odds(self.expected)
        self._correction = max(1.0 / _MOST_CORRECTED, min(_MOST_CORRECTED, ratio))

    def mixed_with(self, guess: float) -> float:
        """What was seen, mixed with a guess that counts as much as a few visits."""
        visits = min(self.visits, _VISITS_COUNT)
        return (visits * self.worth + _GUESS_COUNTS * guess) / (visits + _GUESS_COUNTS)

    def corrected(self, guess: float) -> float:
        """A guess, made higher or lower as others like it turned out better or worse."""
        odds = self._correction * guess / (1.001 - guess)
        return odds / (1.0 + odds)

    def to_json(self, names: Mapping[str, int]) -> list[Any]:
        """Compact; shapes are numbered by `names`, those without a number are left out."""
        leads = [
            [names[key.shape], key.level, round(sure, 3)]
            for key, sure in self.leads.items()
            if key.shape in names
        ]
        return [self.visits, round(self.records, 4), round(self.expected, 4), leads]

    @classmethod
    def from_json(cls, stored: Sequence[Any], names: Sequence[str]) -> Self:
        visits, records, expected, leads = stored
        known = {BucketKey(names[at], level): sure for at, level, sure in leads}
        return cls(visits, records, expected, known)


def _odds(chance: float) -> float:
    chance = max(0.001, min(0.999, chance))
    return chance / (1.0 - chance)
