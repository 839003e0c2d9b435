"""Answers that no sane server gives: each is stored or registered, none is our own fault."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.spider.simulated_crawl import SHOUJI, TONGXUN_PRODUCTS, Reply, SmallCrawl

if TYPE_CHECKING:
    from collections.abc import Iterator


PAGE = TONGXUN_PRODUCTS[0].body
SOUND = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
NUMBERS = count()

# Bytes that a header can have: no line ends.
LINES = st.binary(max_size=60).map(lambda raw: raw.translate(None, b"\r\n"))
TARGETS = st.one_of(
    LINES,
    st.builds(
        bytes.__add__,
        st.sampled_from(
            [
                b"http://",
                b"//",
                b"/",
                b"?",
                b"#",
                b"http://www.shouji.example",
                b"http://[",
                b"ftp:",
            ]
        ),
        LINES,
    ),
)
KINDS = st.one_of(
    st.sampled_from([b"text/html", b"text/html; charset=gbk", b"application/xml", b"image/gif"]),
    st.builds(b"text/html; charset=".__add__, LINES),
)
BODIES = st.one_of(
    st.binary(max_size=300),
    st.integers(0, len(PAGE)).map(lambda at: PAGE[:at]),
    st.tuples(st.integers(0, len(PAGE)), st.binary(max_size=40)).map(
        lambda cut: PAGE[: cut[0]] + cut[1] + PAGE[cut[0] :]
    ),
)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallCrawl]:
    folder = tmp_path_factory.mktemp("wild")
    with SmallCrawl(folder, SHOUJI, site={SHOUJI: Reply()}, trap_pages=10_000) as crawl:
        crawl.run()
        yield crawl


def answered(crawl: SmallCrawl, reply: Reply) -> tuple[str, str]:
    """What became of a link that was answered so: its state, and the kind of fault."""
    url = f"{SHOUJI}{next(NUMBERS)}.html"
    assert crawl.crawl.queue_address(url)
    crawl.site = {url: reply}
    crawl.visit(url)
    error = crawl.errors().get(url)
    assert crawl.end_reasons == []
    return crawl.states()[url], error.kind if error else ""


@SOUND
@given(target=TARGETS, status=st.sampled_from([301, 302, 307]))
def test_any_target_of_a_redirect(crawl: SmallCrawl, target: bytes, status: int) -> None:
    state, kind = answered(crawl, Reply(b"", status, {"Location": target}))
    assert kind in {"", "forbidden-address", "elsewhere", "redirect-loop"}
    assert state in {"redirect", "refused", "failed", "done"}


@SOUND
@given(body=BODIES, kind=KINDS, etag=LINES)
def test_any_body(crawl: SmallCrawl, body: bytes, kind: bytes, etag: bytes) -> None:
    reply = Reply(body, 200, {"Content-Type": kind, "ETag": etag, "Last-Modified": etag})
    state, fault = answered(crawl, reply)
    assert state == "done"
    assert fault in {"", "bad-encoding"}


@SOUND
@given(status=st.integers(100, 999), retry_after=LINES, body=st.binary(max_size=20))
def test_any_status(crawl: SmallCrawl, status: int, retry_after: bytes, body: bytes) -> None:
    state, kind = answered(crawl, Reply(body, status, {"Retry-After": retry_after}))
    assert kind != "internal"
    assert state in {"done", "failed", "queued"}
    crawl.context.backoff.note("shouji.example", 200, None, 0.0)  # the next one shall be asked
