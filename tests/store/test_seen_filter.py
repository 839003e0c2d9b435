from __future__ import annotations

from store.frontier import NewLink, add_links
from store.ledger import Ledger
from store.seen_filter import ERROR_RATE, SeenFilter, filter_size

CRAWL = "phones:news"


def url(number: int) -> str:
    return f"http://a.example/{number}"


def link(number: int) -> NewLink:
    return NewLink(url(number), "a.example", "source", "article", level=6, depth=1)


def test_known_addresses_are_known_for_good() -> None:
    with Ledger.open("sqlite://") as ledger, ledger.transaction() as conn:
        add_links(conn, CRAWL, [link(number) for number in range(50)], 0.0)
        add_links(conn, "phones", [link(99)], 0.0)
        seen = SeenFilter.of(conn, CRAWL)
        assert seen.known(conn, CRAWL, [url(7), url(50), url(99)]) == {url(7)}


def test_a_false_positive_loses_nothing() -> None:
    """An address that the filter takes for known is looked up in the ledger."""
    with Ledger.open("sqlite://") as ledger, ledger.transaction() as conn:
        seen = SeenFilter([url(1)], known=1)
        assert seen.known(conn, CRAWL, [url(1)]) == set()


def test_what_is_added_is_known_at_once() -> None:
    with Ledger.open("sqlite://") as ledger, ledger.transaction() as conn:
        seen = SeenFilter.of(conn, CRAWL)
        add_links(conn, CRAWL, [link(1)], 0.0)
        seen.add(url(1))
        assert seen.known(conn, CRAWL, [url(1)]) == {url(1)}


def test_the_filter_grows_with_the_ledger() -> None:
    with Ledger.open("sqlite://") as ledger, ledger.transaction() as conn:
        add_links(conn, CRAWL, [link(number) for number in range(1000)], 0.0)
        size = filter_size(conn, CRAWL)
    assert (size.expected, size.error_rate, size.addresses) == (100_000, ERROR_RATE, 1000)
    assert size.fill == 0.01
    assert 100_000 < size.bytes < 300_000
    assert SeenFilter((), known=200_000).size.expected == 400_000


def test_false_positives_are_as_rare_as_told() -> None:
    seen = SeenFilter(map(url, range(100_000)), known=50_000)
    alarms = sum(url(number) in seen for number in range(100_000, 200_000))
    assert alarms < 3 * ERROR_RATE * 100_000
