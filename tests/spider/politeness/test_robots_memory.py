from __future__ import annotations

import tracemalloc

from scrapy.robotstxt import ProtegoRobotParser

from spider.faults import Fault, FaultKind
from spider.politeness.robots_memory import MOST_WEIGHT, RobotsAnswer, RobotsMemory

NOW = 1_000.0
FAULT = Fault.of(FaultKind.TIMEOUT)


def test_an_answer_is_kept_until_its_time_is_over() -> None:
    memory = RobotsMemory()
    answer = RobotsAnswer(FAULT, until=NOW + 10)
    memory.put("http://shop.example", answer)
    assert memory.get("http://shop.example", NOW) == answer
    assert memory.get("https://shop.example", NOW) is None
    assert memory.get("http://shop.example", NOW + 10) is None


def test_what_was_used_longest_ago_makes_room() -> None:
    memory = RobotsMemory(most_weight=100)
    for name in ("a", "b"):
        memory.put(name, RobotsAnswer(FAULT, until=NOW + 10, weight=50))
    memory.get("a", NOW)
    memory.put("c", RobotsAnswer(FAULT, until=NOW + 10, weight=50))
    assert [name for name in ("a", "b", "c") if memory.get(name, NOW)] == ["a", "c"]


def test_one_answer_is_kept_however_heavy() -> None:
    memory = RobotsMemory(most_weight=100)
    memory.put("a", RobotsAnswer(FAULT, until=NOW + 10, weight=500))
    assert memory.get("a", NOW)
    memory.put("b", RobotsAnswer(FAULT, until=NOW + 10, weight=50))
    assert not memory.get("a", NOW)


def test_a_new_answer_replaces_the_old_one_and_its_weight() -> None:
    memory = RobotsMemory(most_weight=100)
    for _ in range(5):
        memory.put("a", RobotsAnswer(FAULT, until=NOW + 10, weight=40))
    memory.put("b", RobotsAnswer(FAULT, until=NOW + 10, weight=40))
    assert memory.get("a", NOW)


def test_the_heaviest_files_fit_into_memory() -> None:
    """Short rules with wildcards weigh most when parsed."""
    body = b"User-agent: *\n" + b"".join(b"Disallow:/*%d\n" % number for number in range(5_000))
    tracemalloc.start()
    try:
        parser = ProtegoRobotParser(body, None)
        parser.allowed("http://shop.example/", "SpecSeek")
        megabytes = tracemalloc.get_traced_memory()[0] / 1e6 * MOST_WEIGHT / len(body)
    finally:
        tracemalloc.stop()
    assert megabytes < 150
