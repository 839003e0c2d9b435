"""A topic or a site goes with everything that tells of it; everything else stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, insert, inspect, select

from core.records import MEDIA, PICTURE, ReadRecord, ReadValue
from store.changes import ChangeKind, NewChange, add_change
from store.documents import ARTICLE, NewDocument, save_documents
from store.forget import ForgetCounts, ForgetScope, count_to_forget, forget, topics_of
from store.frontier import NewLink, add_links
from store.pictures import StoredPicture, save_picture
from store.proposals import Decision, SeenProposal, proposals_of, save_decision, save_proposals
from store.records import save_records
from store.runs import crawled_topics, start_run
from store.schema import captures, errors, links, metadata, site_memory
from store.visits import FetchedPage, NewCapture, add_capture, save_page

if TYPE_CHECKING:
    from sqlalchemy import Connection

NOW = 1_700_000_000.0
SHARED = "http://img.example/shared.jpg"


def crawl(conn: Connection, topic: str, site: str, file: str, found_on: int | None = None) -> int:
    """One page, and a row about it in every table."""
    run = start_run(conn, topic, NOW)
    url = f"http://www.{site}/1"
    link = add_links(conn, topic, [NewLink(url, site, "/#", "product", 3, 1)], NOW)[url]
    conn.execute(links.update().where(links.c.id == link).values(found_on=found_on))
    stored = NewCapture(link, run, "response", NOW, 200, file, link * 100, 100, "sha1:A")
    capture = add_capture(conn, stored)
    save_page(
        conn, FetchedPage(link, topic, url, site, 200, NOW, next_visit_at=NOW, capture_id=capture)
    )
    own = f"http://img.example/{site}.jpg"
    shown = [ReadValue(PICTURE, "", picture) for picture in (own, SHARED)]
    read = (
        ReadRecord("rule", "r", 1, (ReadValue("Brand", "Brand", "Kito"),)),
        ReadRecord(MEDIA, None, None, tuple(shown)),
    )
    save_records(conn, link, read, capture, NOW)
    for picture in (own, SHARED):
        save_picture(conn, topic, [picture], StoredPicture(picture, 10, 10), NOW)
    save_documents(conn, link, [NewDocument(topic, "News", ARTICLE, "Good.", url)], capture, NOW)
    save_proposals(conn, link, [SeenProposal("Zoom", "3x", "{}")], NOW)
    (proposal,) = proposals_of(conn, topic, site=site)
    change = add_change(conn, NewChange(topic, site, ChangeKind.READ, "me", {}), NOW)
    save_decision(conn, proposal.id, Decision("reject", "me", "{}", change), NOW)
    about = {"topic": topic, "site": site}
    happened = {"times": 1, "first_at": NOW, "last_at": NOW, "action": "", "detail": ""}
    conn.execute(insert(errors), {**about, **happened, "run_id": run, "kind": "gone", "url": url})
    conn.execute(insert(site_memory), {**about, "learned": "{}", "updated_at": NOW})
    return link


@pytest.fixture
def web(conn: Connection) -> Connection:
    first = crawl(conn, "phones", "a.example", "1.warc.gz")
    crawl(conn, "phones", "b.example", "1.warc.gz", found_on=first)
    crawl(conn, "cameras", "a.example", "2.warc.gz")
    crawl(conn, "cameras:news", "c.example", "3.warc.gz")
    return conn


def rows(conn: Connection) -> dict[str, int]:
    return {
        table.name: conn.scalar(select(func.count()).select_from(table)) or 0
        for table in metadata.sorted_tables
        if table.name not in {"meta", "schema_version"}
    }


def told(conn: Connection) -> set[tuple[str, str]]:
    return {(topic, site) for topic, site in conn.execute(select(links.c.topic, links.c.site))}


def test_a_topic_goes_with_its_channels(web: Connection) -> None:
    scope = ForgetScope("cameras", None)
    assert count_to_forget(web, scope) == ForgetCounts(2, 2, 2, 4, 2, 2, 2)
    assert topics_of(web, scope) == ["cameras"]
    forgotten = forget(web, scope)
    assert (forgotten.files, forgotten.shared) == (["2.warc.gz", "3.warc.gz"], [])
    assert forgotten.pictures == ["http://img.example/c.example.jpg"]
    assert told(web) == {("phones", "a.example"), ("phones", "b.example")}
    assert crawled_topics(web) == ["phones"]


def test_a_site_goes_from_all_topics(web: Connection) -> None:
    scope = ForgetScope(None, "a.example")
    assert topics_of(web, scope) == ["cameras", "phones"]
    forgotten = forget(web, scope)
    assert (forgotten.files, forgotten.shared) == (["2.warc.gz"], ["1.warc.gz"])
    assert forgotten.pictures == ["http://img.example/a.example.jpg"]
    assert told(web) == {("phones", "b.example"), ("cameras:news", "c.example")}
    assert web.scalars(select(links.c.found_on)).all() == [None, None]


def test_a_site_of_one_topic_stays_in_the_others(web: Connection) -> None:
    forget(web, ForgetScope("phones", "a.example"))
    assert ("cameras", "a.example") in told(web)
    assert ("phones", "a.example") not in told(web)


def test_what_is_kept_is_kept_whole_and_nothing_else_is_left(conn: Connection) -> None:
    crawl(conn, "phones", "b.example", "1.warc.gz")
    before = rows(conn)
    assert sorted(name for name, count in before.items() if not count) == [
        *("change_files", "dismissed_pages", "site_leases", "weights")
    ]
    crawl(conn, "cameras", "a.example", "2.warc.gz")
    forget(conn, ForgetScope("cameras", None))
    assert rows(conn) == before
    forget(conn, ForgetScope("phones", None))
    assert set(rows(conn).values()) == {0}


def test_a_name_that_begins_alike_is_another_topic(conn: Connection) -> None:
    crawl(conn, "phones-old", "a.example", "1.warc.gz")
    assert not any(count_to_forget(conn, ForgetScope("phones", None)))
    assert not any(count_to_forget(conn, ForgetScope("phones_old", None)))


def test_no_index_is_left_behind(web: Connection) -> None:
    forget(web, ForgetScope("phones", None))
    names = [index["name"] for index in inspect(web).get_indexes("links")]
    assert not [name for name in names if "forget" in str(name)]
    assert web.scalar(select(func.count()).select_from(captures)) == 2
