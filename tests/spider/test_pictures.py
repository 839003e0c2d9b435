"""Pictures of product pages: fetched once, made small, and never a reason to stop."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from sqlalchemy import delete, func, select, update

from core.records import MEDIA
from samples.drawings import bomb
from spider.faults import BodyTooLargeError, RobotsForbidError
from spider.scheduler import request_for
from store.frontier import PICTURE
from store.pictures import PictureCounts, picture_counts, picture_file, stored_pictures
from store.reports import site_reports
from store.schema import captures, links, pages, record_values
from tests.spider.simulated_crawl import (
    SHOUJI,
    TONGXUN,
    WEB,
    Reply,
    SmallCrawl,
    html,
    moved,
    pocket,
)

if TYPE_CHECKING:
    from pathlib import Path

    from store.pictures import StoredPicture

SITE = WEB.sites["m.tongxun.example"]
PHONE, OTHER = [phone for phone in SITE.products if SITE.picture(phone).status == 200][:2]
PAGE, PICTURE_AT = SITE.url(SITE.product_path(PHONE)), SITE.picture_url(PHONE)
SECOND, SECOND_AT = SITE.url(SITE.product_path(OTHER)), SITE.picture_url(OTHER)


def picture(kind: str = "JPEG", side: int = 300) -> bytes:
    written = BytesIO()
    Image.linear_gradient("L").resize((side, side)).save(written, kind)
    return written.getvalue()


def image(body: bytes, kind: str = "image/jpeg", status: int = 200) -> Reply:
    return Reply(body, status, {"Content-Type": kind} if kind else {})


def page_with(address: str, url: str = PAGE) -> Reply:
    """A product page whose picture is elsewhere."""
    of = PICTURE_AT if url == PAGE else SECOND_AT
    body = pocket(url).body.decode()
    assert of in body
    return html(body.replace(of, address))


def stored(crawl: SmallCrawl) -> dict[str, StoredPicture]:
    with crawl.context.ledger.reading() as conn:
        return stored_pictures(conn, "phones")


def counts(crawl: SmallCrawl) -> PictureCounts:
    with crawl.context.ledger.reading() as conn:
        return picture_counts(conn, "phones")


def test_the_picture_of_a_product_is_fetched_and_kept_as_thumbnails(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PAGE) as crawl:
        crawl.visit(PAGE).visit(PICTURE_AT)
        kept = stored(crawl)[PICTURE_AT]
        with Image.open(picture_file(crawl.data, kept.digest, 160)) as small:
            assert (small.format, small.size) == ("WEBP", (107, 160))
        assert (kept.width, kept.height) == (320, 480)
        assert crawl.context.progress.total.pictures == 1


def test_the_page_s_record_names_it_and_where_it_was_found(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PAGE) as crawl:
        crawl.visit(PAGE)
        (value,) = crawl.stored(MEDIA)[PAGE].values
        assert (value.attribute, value.name, value.raw) == ("picture", "og:image", PICTURE_AT)
        assert (value.confidence, value.capture_id) == (0.85, 1)
        assert {record.picture for record in crawl.records} == {PICTURE_AT}
        assert MEDIA not in {record.source for record in crawl.records}


def test_it_is_fetched_once_and_is_no_page(tmp_path: Path) -> None:
    for _ in range(2):
        with SmallCrawl(tmp_path, TONGXUN) as crawl:
            crawl.run()
            pictures = [url for url in crawl.asked if "/pic/" in url]
            again = crawl.rows(select(func.count()).where(links.c.link_group == PICTURE))[0][0]
            assert len(pictures) in {again, 0}
            with crawl.context.ledger.reading() as conn:
                (report,) = site_reports(conn, "phones")
            everything = crawl.rows(select(func.count()).select_from(links))[0][0]
            assert report.states.total() == everything - again - 1  # and a style sheet
    assert not pictures
    assert again == 20


def test_nothing_of_it_is_archived(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PAGE) as crawl:
        crawl.visit(PAGE).visit(PICTURE_AT)
        number = select(links.c.id).where(links.c.url == PICTURE_AT)
        assert not crawl.rows(select(captures.c.id).where(captures.c.link_id.in_(number)))
        assert not crawl.rows(select(pages.c.url).where(pages.c.link_id.in_(number)))


def test_it_may_be_on_another_host_and_behind_redirects(tmp_path: Path) -> None:
    there, further = "http://img.cdn.example/a.jpg", "http://img.cdn.example/b.jpg"
    site = {PAGE: page_with(there), there: moved(further, 302), further: image(picture())}
    with SmallCrawl(tmp_path, PAGE, site=site) as crawl:
        crawl.visit(PAGE).visit(there).visit(further)
        assert stored(crawl).keys() == {there, further}
        states = crawl.states()
        assert (states[there], states[further]) == ("redirect", "done")


def test_a_redirect_to_what_is_stored_already_finds_it(tmp_path: Path) -> None:
    there = "http://img.cdn.example/a.jpg"
    site = {SECOND: page_with(there, SECOND), there: moved(PICTURE_AT)}
    with SmallCrawl(tmp_path, PAGE, SECOND, site=site) as crawl:
        crawl.visit(PAGE).visit(PICTURE_AT).visit(SECOND).visit(there)
        kept = stored(crawl)
        assert kept[there] == kept[PICTURE_AT]


@pytest.mark.parametrize(
    "target", ["http://127.0.0.1/a.jpg", "http://169.254.169.254/latest/", "file:///etc/passwd"]
)
def test_a_redirect_to_a_forbidden_address_is_refused(tmp_path: Path, target: str) -> None:
    with SmallCrawl(tmp_path, PAGE, site={PICTURE_AT: moved(target)}) as crawl:
        crawl.visit(PAGE).visit(PICTURE_AT)
        assert crawl.errors()[PICTURE_AT].kind == "forbidden-address"
        assert target not in crawl.states()


def test_redirects_in_a_circle_end(tmp_path: Path) -> None:
    there = "http://img.cdn.example/a.jpg"
    site = {PICTURE_AT: moved(there), there: moved(PICTURE_AT)}
    with SmallCrawl(tmp_path, PAGE, site=site) as crawl:
        crawl.visit(PAGE).visit(PICTURE_AT).visit(there)
        assert crawl.errors()[there].kind == "redirect-loop"


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (image(bomb(), "image/png"), "too many pixels"),
        (image(picture()[:2000]), "damaged"),
        (image(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"), "image/svg+xml"),
        (image(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/png"), "no JPEG"),
        (html("<h1>Please log in</h1>"), "text/html"),
        (image(picture("GIF", 1), "image/gif"), "icon"),
        (image(b""), "no JPEG"),
        (image(picture(), status=206), "206"),
    ],
    ids=["bomb", "truncated", "svg", "svg called png", "html", "pixel", "nothing", "a part"],
)
def test_a_bad_picture_costs_that_picture_only(tmp_path: Path, reply: Reply, words: str) -> None:
    with SmallCrawl(tmp_path, PAGE, SECOND, site={PICTURE_AT: reply}) as crawl:
        crawl.visit(PAGE).visit(PICTURE_AT).visit(SECOND).visit(SECOND_AT)
        error = crawl.errors()[PICTURE_AT]
        assert (error.kind, error.action) == ("bad-picture", "given up after 1 attempt")
        assert words in error.detail
        assert stored(crawl).keys() == {SECOND_AT}
        assert counts(crawl) == PictureCounts(stored=1, waiting=0, failed=1)
        assert not crawl.end_reasons
        assert crawl.stored("rule").keys() == {PAGE, SECOND}


@pytest.mark.parametrize("kind", ["image/jpeg", "application/octet-stream", ""])
def test_what_a_server_calls_it_matters_less_than_what_it_is(tmp_path: Path, kind: str) -> None:
    reply = image(picture("WEBP"), kind)
    with SmallCrawl(tmp_path, PAGE, site={PICTURE_AT: reply}) as crawl:
        crawl.visit(PAGE).visit(PICTURE_AT)
        assert PICTURE_AT in stored(crawl)


def test_faults_of_the_network_are_those_of_pages(tmp_path: Path) -> None:
    lost = next(phone for phone in SITE.products if SITE.picture(phone).status == 404)
    problems = {
        PICTURE_AT: BodyTooLargeError("It is too large."),
        SECOND_AT: RobotsForbidError("x"),
    }
    with SmallCrawl(tmp_path, TONGXUN, site=problems) as crawl:
        crawl.run()
        kinds = {url: error.kind for url, error in crawl.errors().items() if "/pic/" in url}
        assert kinds[PICTURE_AT] == "too-large"
        assert kinds[SECOND_AT] == "robots"
        assert kinds[SITE.picture_url(lost)] == "gone"
        assert crawl.states()[SECOND_AT] == "forbidden"


def test_requests_for_it_are_limited_in_size_and_ask_for_what_can_be_decoded(
    tmp_path: Path,
) -> None:
    with SmallCrawl(tmp_path, PAGE) as crawl:
        crawl.visit(PAGE)
        while (taken := crawl.take()) and taken.link.group != PICTURE:
            crawl.context.queue.arrived(taken)
        assert taken
        request = request_for(taken, crawl.spider)
        assert request.meta["download_maxsize"] == 5_000_000
        assert b"svg" not in (request.headers["Accept"] or b"")


def test_a_page_that_asks_not_to_follow_its_links_keeps_its_picture(tmp_path: Path) -> None:
    asks = b'<head><meta name="robots" content="nofollow">'
    body = pocket(PAGE).body.replace(b"<head>", asks)
    with SmallCrawl(tmp_path, PAGE, site={PAGE: html(body.decode())}) as crawl:
        assert crawl.run() == [PAGE]


def test_what_many_pages_would_have_is_found_out(tmp_path: Path) -> None:
    """A page's own picture is the second choice; from the sixth page on it is taken."""
    poster = "/big/poster.jpg"
    site = {}
    shouji = WEB.sites["www.shouji.example"]
    for phone in shouji.products:
        url = shouji.url(shouji.product_path(phone))
        body = pocket(url).body.decode().replace('"image": ["', '"thumbnail": ["')
        meta = f'<meta property="og:image" content="{poster}">'
        site[url] = html(body.replace("</head>", f"{meta}</head>"))
    with SmallCrawl(tmp_path, SHOUJI, site=site) as crawl:
        crawl.run()
        named = [record.values[0].raw for record in crawl.stored(MEDIA).values()]
    assert sum(url.endswith(poster) for url in named) == 5
    assert sum("/pic/" in url for url in named) == 15


def test_a_picture_found_by_reading_stored_pages_again_is_fetched_by_the_next_crawl(
    tmp_path: Path,
) -> None:
    with SmallCrawl(tmp_path, PAGE) as crawl:
        crawl.visit(PAGE)
        with crawl.context.ledger.transaction() as conn:  # as before pictures were looked for
            conn.execute(delete(links).where(links.c.url == PICTURE_AT))
            conn.execute(update(record_values).values(since=record_values.c.since + 1))
    with SmallCrawl(tmp_path, PAGE, revisit="none") as crawl:
        crawl.visit(PICTURE_AT)
        assert PICTURE_AT in stored(crawl)
