"""What visits of one kind of link led to so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from spider.links.rewards import promise

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_MEMORY = 40  # older visits fade: a list that was read through is worth nothing any more
_MOST_LEADS = 8


class Key(NamedTuple):
    """A bucket within its site."""

    shape: str
    level: int


class Node:
    """Visits, how often they gave a record, and how many new links of which kind they gave."""

    __slots__ = ("leads", "records", "visits")

    def __init__(
        self, visits: int = 0, records: float = 0.0, leads: dict[Key, float] | None = None
    ) -> None:
        self.visits = visits
        self.records = records
        self.leads = leads if leads is not None else {}

    def add(self, worth: float, new_links: Mapping[Key, int]) -> None:
        self.visits += 1
        share = 1.0 / min(self.visits, _MEMORY)
        self.records += share * (worth - self.records)
        leads = self.leads
        for key in leads:
            leads[key] *= 1.0 - share
        for key, number in new_links.items():
            leads[key] = leads.get(key, 0.0) + share * number
        if len(leads) > _MOST_LEADS:
            kept = sorted(leads, key=leads.__getitem__, reverse=True)[:_MOST_LEADS]
            self.leads = {key: leads[key] for key in kept}

    def worth(self, value: Callable[[Key], float]) -> float:
        """What the next visit may be worth, given what links of each kind are worth."""
        if not self.leads:
            return self.records
        led_to = promise((value(key), number) for key, number in self.leads.items())
        return self.records + (1.0 - self.records) * led_to

    def to_json(self, names: Mapping[str, int]) -> list[Any]:
        """Compact; shapes are numbered by `names`, those without a number are left out."""
        leads = [
            [names[key.shape], key.level, round(number, 3)]
            for key, number in self.leads.items()
            if key.shape in names
        ]
        return [self.visits, round(self.records, 4), leads]

    @classmethod
    def from_json(cls, stored: Sequence[Any], names: Sequence[str]) -> Self:
        visits, records, leads = stored
        return cls(visits, records, {Key(names[at], level): mean for at, level, mean in leads})
