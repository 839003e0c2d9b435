"""How fast do contestants answer, asked by turns? And do they answer the same?"""

from __future__ import annotations

import gc
from collections import defaultdict
from typing import TYPE_CHECKING

from evaluation.interleaved import seconds_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from evaluation.searching.contestants import Contestant, Opened
    from index.engines.engine import SearchRequest, SearchResponse

_WARM = 3  # requests of each kind that are not timed
_FOR_RIVALS = 4  # they answer every fourth: some are slow


class Answers:
    """Seconds by contestant and kind, and who disagreed with the first about how much there is."""

    def __init__(self) -> None:
        self.seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.unlike: dict[str, int] = defaultdict(int)


def asked(
    opened: Mapping[Contestant, Opened], requests: Mapping[str, Sequence[SearchRequest]]
) -> Answers:
    answers = Answers()
    gc.collect()
    gc.freeze()
    try:
        for kind, drawn in requests.items():
            _ask_all(opened, kind, drawn, answers)
    finally:
        gc.unfreeze()
    return answers


def _ask_all(
    opened: Mapping[Contestant, Opened],
    kind: str,
    requests: Sequence[SearchRequest],
    answers: Answers,
) -> None:
    names = list(opened)
    for at, request in enumerate(requests, start=-_WARM):
        first = at % len(names)  # nobody always runs behind the same neighbour
        found = {
            contestant: _ask(opened[contestant], request)
            for contestant in names[first:] + names[:first]
            if contestant.ours or at < 0 or at % _FOR_RIVALS == 0
        }
        expected = found[names[0]][1]
        for contestant, (seconds, answer) in found.items():
            if at >= 0:
                answers.seconds[contestant.name, kind].append(seconds)
            if (answer.total, answer.facets) != (expected.total, expected.facets):
                answers.unlike[contestant.name] += 1


def _ask(opened: Opened, request: SearchRequest) -> tuple[float, SearchResponse]:
    answers: list[SearchResponse] = []
    seconds = seconds_of(lambda: answers.append(opened.search(request)))
    return seconds, answers[0]
