from __future__ import annotations

from typing import TYPE_CHECKING

from index.ledger.frontier import LinkState, add_links, finish
from index.ledger.redirects import redirected_from
from tests.index.ledger.small_crawl import NOW, TOPIC, add_link, new_link, url

if TYPE_CHECKING:
    from sqlalchemy import Connection


def chain(conn: Connection, length: int) -> int:
    """Links 1, 2, 3 ... of which each but the last redirects to the next; the last one's id."""
    link_id = add_link(conn, 1)
    for number in range(2, length + 1):
        finish(conn, link_id, LinkState.REDIRECT)
        following = new_link(number)._replace(found_on=link_id)
        link_id = add_links(conn, TOPIC, [following], NOW)[url(number)]
    return link_id


def test_the_addresses_that_redirected_the_nearest_first(conn: Connection) -> None:
    assert redirected_from(conn, chain(conn, 3), most=9) == []
    last = add_link(conn, 4)
    finish(conn, last, LinkState.REDIRECT)
    assert redirected_from(conn, last, most=9) == [url(4)]


def test_a_chain_is_followed_to_its_first_link_and_no_further_than_asked(conn: Connection) -> None:
    last = chain(conn, 4)
    finish(conn, last, LinkState.REDIRECT)
    assert redirected_from(conn, last, most=9) == [url(4), url(3), url(2), url(1)]
    assert redirected_from(conn, last, most=2) == [url(4), url(3)]


def test_a_page_that_merely_shows_the_link_redirects_nowhere(conn: Connection) -> None:
    parent = add_link(conn)
    finish(conn, parent, LinkState.DONE)
    assert redirected_from(conn, parent, most=9) == []
    assert redirected_from(conn, None, most=9) == []
