from __future__ import annotations

from collections import Counter
from time import process_time
from typing import TYPE_CHECKING

import pytest

from spider.links.bucket import SHEET_SHAPE, LinkBucket
from spider.links.chooser import Chooser
from spider.links.features import LinkPosition
from spider.links.groups import LinkGroup
from spider.links.judge import JudgedLink, LinkJudge, VisitOutcome

if TYPE_CHECKING:
    from core.topic import Topic

ONE, OTHER = "one.example", "other.example"


@pytest.fixture
def judge(phones: Topic) -> LinkJudge:
    return LinkJudge(phones)


def taken(chooser: Chooser, sites: list[str], turns: int) -> list[LinkBucket]:
    chosen = []
    for _ in range(turns):
        bucket = chooser.choose(sites)
        if bucket is None:
            break
        chooser.take(bucket)
        chosen.append(bucket)
    return chosen


def test_the_best_bucket_of_a_site_comes_first(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    low, high = LinkBucket(ONE, "/a", 1), LinkBucket(ONE, "/b", 8)
    chooser.add(low, 5)
    chooser.add(high, 2)
    assert taken(chooser, [ONE], 3) == [high, high, low]


def test_sites_take_turns_whatever_their_links_are_worth(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    chooser.add(LinkBucket(ONE, "/a", 9), 100)
    chooser.add(LinkBucket(OTHER, "/a", 0), 100)
    chosen = Counter(bucket.site for bucket in taken(chooser, [ONE, OTHER], 40))
    assert chosen == {ONE: 20, OTHER: 20}


def test_only_ready_sites_are_chosen(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    chooser.add(LinkBucket(ONE, "/a", 9))
    assert chooser.choose([OTHER]) is None
    assert chooser.choose([]) is None
    assert chooser.choose([OTHER, ONE]) == LinkBucket(ONE, "/a", 9)


def test_low_levels_wait_but_not_for_ever(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    chooser.add(LinkBucket(ONE, "/good", 9), 1000)
    chooser.add(LinkBucket(ONE, "/poor", 0), 1000)
    chosen = Counter(bucket.shape for bucket in taken(chooser, [ONE], 200))
    assert 2 <= chosen["/poor"] <= 20


def test_everything_is_taken_in_the_end(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    for level in range(10):
        chooser.add(LinkBucket(ONE, f"/{level}", level), level + 1)
    assert len(taken(chooser, [ONE], 1000)) == 55
    assert chooser.queued(ONE) == 0


def test_what_is_learned_changes_the_order(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    memory = judge.memories.setdefault(ONE, type(judge.memories["*"])())
    barren = memory.shape_for("/barren", LinkPosition("p"))
    other = memory.shape_for("/other", LinkPosition("p"))
    chooser.add(LinkBucket(ONE, barren, 6), 10)
    chooser.add(LinkBucket(ONE, other, 5), 10)
    assert chooser.choose([ONE]) == LinkBucket(ONE, barren, 6)
    for _ in range(10):
        visited = JudgedLink(f"http://{ONE}/barren", ONE, barren, LinkGroup.OTHER, 6, 1, "x")
        judge.learn(visited, VisitOutcome(record=False, relevance=0, has_rules=True, new_links=[]))
    assert chooser.choose([ONE]) == LinkBucket(ONE, other, 5)


def test_a_link_may_change_its_level_while_it_waits(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    old, new = LinkBucket(ONE, "/a", 8), LinkBucket(ONE, "/a", 2)
    chooser.add(old)
    chooser.move(old, new)
    assert taken(chooser, [ONE], 5) == [new]


def test_choosing_among_many_buckets_takes_little_time(judge: LinkJudge) -> None:
    chooser = Chooser(judge)
    for n in range(2000):
        chooser.add(LinkBucket(ONE, f"/{n}", n % 10), 10)
    start = process_time()
    for _ in range(1000):
        chooser.choose([ONE])
    assert process_time() - start < 5


def test_style_sheets_come_now_and_then_and_cost_pages_no_turn(judge: LinkJudge) -> None:
    sheets, page = LinkBucket(ONE, SHEET_SHAPE, 0), LinkBucket(ONE, "/a", 0)
    chooser = Chooser(judge)
    chooser.add(page, 25)
    chooser.add(sheets, 4)
    chosen = taken(chooser, [ONE], 29)
    assert [place for place, bucket in enumerate(chosen) if bucket == sheets] == [0, 11, 22, 28]
