from __future__ import annotations

from spider.crawl.seen import RecentlySeen


def test_what_was_met_is_known_and_nothing_else() -> None:
    seen = RecentlySeen()
    seen.add("http://a.example/")
    assert "http://a.example/" in seen
    assert "http://b.example/" not in seen


def test_the_oldest_are_forgotten_and_the_newest_never() -> None:
    seen = RecentlySeen(most=10)
    for number in range(100):
        seen.add(str(number))
        assert all(str(recent) in seen for recent in range(max(0, number - 4), number + 1))
    assert sum(str(number) in seen for number in range(100)) <= 10


def test_the_same_address_again_and_again_pushes_nothing_out() -> None:
    seen = RecentlySeen(most=4)
    seen.add("first")
    for _ in range(100):
        seen.add("same")
    assert "first" in seen
