"""What robots.txt files said, for as long as that holds, in bounded memory."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.robotstxt import RobotParser

    from spider.faults import Fault

VALID_SECONDS = 24 * 3600.0  # a day, as RFC 9309 asks
UNREACHABLE_SECONDS = 120.0
# A parsed file takes up to 45 times its length, and a host may have any number of names.
MOST_WEIGHT = 3_000_000
LEAST_WEIGHT = 1_000


@dataclass(frozen=True)
class RobotsAnswer:
    """A parser, or why there is none; the time until which that holds."""

    parser: RobotParser | Fault
    until: float
    weight: int = LEAST_WEIGHT


class RobotsMemory:
    """By origin (scheme, host, port). What was used longest ago goes first."""

    def __init__(self, most_weight: int = MOST_WEIGHT) -> None:
        self._most_weight = most_weight
        self._weight = 0
        self._answers: OrderedDict[str, RobotsAnswer] = OrderedDict()

    def get(self, origin: str, now: float) -> RobotsAnswer | None:
        answer = self._answers.get(origin)
        if answer is None:
            return None
        if answer.until <= now:
            self._drop(origin)
            return None
        self._answers.move_to_end(origin)
        return answer

    def put(self, origin: str, answer: RobotsAnswer) -> None:
        self._drop(origin)
        self._answers[origin] = answer
        self._weight += answer.weight
        while self._weight > self._most_weight and len(self._answers) > 1:
            self._drop(next(iter(self._answers)))

    def _drop(self, origin: str) -> None:
        answer = self._answers.pop(origin, None)
        if answer:
            self._weight -= answer.weight
