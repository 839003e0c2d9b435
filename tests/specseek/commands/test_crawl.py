"""A crawl in the ledger, as people and scripts ask for it."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import Connection

from core.records import ReadRecord, ReadValue
from specseek.cli import main
from specseek.ledger import NO_CRAWL
from specseek.output import utc_time
from store.documents import NewDocument, save_documents
from store.frontier import LinkState, NewLink, add_links, finish_link
from store.ledger import Ledger, ledger_url
from store.records import save_records
from store.runs import ErrorSeen, RunCounts, end_run, register_error, start_run, update_run
from store.visits import NEVER, FetchedPage, NewCapture, add_capture, save_page

NOW = time.time()
HOUR = 3600.0
RECORD = ReadRecord("rule", "r", 1, (ReadValue("参考价格", "参考价格", "￥2350"),))


def status(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["crawl-status", *arguments])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with Ledger.open(ledger_url(Path("data"))) as opened:
        yield opened


def fetch(conn: Connection, url: str, group: str, *records: ReadRecord) -> None:
    link = add_links(conn, "phones", [NewLink(url, "[b].example", "/", group, 3, 1)], NOW)[url]
    capture = NewCapture(link, None, "response", NOW, 200, "1.warc.gz", 500 * link, 500, "sha1:x")
    number = add_capture(conn, capture)
    save_records(conn, link, records, number, NOW)
    save_page(
        conn,
        FetchedPage(link, "phones", url, "[b].example", 200, NOW, NOW + 2 * HOUR, digest="sha1:x"),
    )
    finish_link(conn, link, LinkState.DONE)


@pytest.fixture
def crawled(ledger: Ledger) -> Ledger:
    with ledger.transaction() as conn:
        run = start_run(conn, "phones", NOW - 3 * HOUR)
        for number in range(3):
            fetch(conn, f"http://[b].example/手机{number}", "product", *([RECORD] * (number < 2)))
        fetch(conn, "http://[b].example/list", "list")
        waiting = NewLink("http://[b].example/4", "[b].example", "/", "product", 3, 1)
        add_links(conn, "phones", [waiting], NOW)
        counts = RunCounts(pages=4, records=2, errors=1, bytes=2000)
        update_run(conn, run, counts, NOW - 2 * HOUR)
        end_run(conn, run, "stopped", NOW - 2 * HOUR, "closespider_pagecount")
        start_run(conn, "cameras", time.time() - 300)
    return ledger


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_before_the_first_crawl() -> None:
    done = status()
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"{NO_CRAWL}\n"
    assert not Path("data").exists()
    assert json.loads(status("--json").stdout)["topics"] == []
    named = status("--topic", "nope", "--json")
    assert (named.exit_code, named.stdout) == (1, "")


@pytest.mark.usefixtures("crawled")
def test_tables_for_people() -> None:
    done = status("--topic", "phones")
    assert (done.exit_code, done.stderr) == (0, "")
    found = rows(done.stdout)
    run = "1:00:00 4 2 0 1 stopped: its budget of pages is used up".split()
    assert run in [row[3:] for row in found]
    assert "[b].example 1 4 0 0 3 2 0 67%".split() in found  # queued … failed, products …
    assert "product 1 3 0 0".split() in found
    assert "pages 0 4 0 0".split() in found
    assert "http://[b].example/手机0" in done.stdout
    assert "archive: 4 captures in 1 file, 2.0 kB" in done.stdout


@pytest.mark.usefixtures("crawled")
def test_a_run_that_was_killed() -> None:
    text = status("--topic", "cameras").stdout
    assert "no heartbeat for 5:0" in text
    assert "start it again to resume" in text
    assert "next visits" not in text


@pytest.mark.usefixtures("crawled")
def test_one_json_object_for_scripts() -> None:
    told = json.loads(status("--json").stdout)
    cameras, phones = told["topics"]
    assert cameras["topic"] == "cameras"
    (run,) = phones["runs"]
    assert (run["outcome"], run["pages"], run["records"]) == ("stopped", 4, 2)
    assert run["started_at"].endswith("+00:00")
    assert phones["sites"] == [
        {
            "site": "[b].example",
            "links": {"done": 4, "queued": 1},
            "product_pages": 3,
            "product_pages_with_record": 2,
            "records": 2,
            "unconfirmed": 0,
            "coverage": pytest.approx(2 / 3),
        }
    ]
    assert phones["queue"] == {"product": {"done": 3, "queued": 1}, "list": {"done": 1}}
    soonest = phones["visits"].pop("soonest")
    assert phones["visits"] == {"due": 0, "within_a_day": 4, "within_a_week": 0, "later": 0}
    assert soonest[0]["url"] == "http://[b].example/手机0"
    assert told["archive"] == {"files": 1, "captures": 4, "bytes": 2000}


@pytest.fixture
def collected(ledger: Ledger) -> None:
    """A feed with one article that was read, and one that is not there."""
    name, feed = "phones:news", "http://[b].example/rss.xml"
    with ledger.transaction() as conn:
        run = start_run(conn, name, NOW)
        for url, group in ((feed, "source"), (feed + "/1", "article"), (feed + "/2", "article")):
            link = add_links(conn, name, [NewLink(url, "b.example", "日报", group, 3, 1)], NOW)[url]
            finish_link(conn, link, LinkState.DONE)
            page = FetchedPage(link, name, url, "b.example", 200, NOW, NOW + 2 * HOUR)
            save_page(conn, page if group == "source" else replace(page, next_visit_at=NEVER))
        told = NewDocument("phones", "日报", "article", "正文", feed + "/1")
        save_documents(conn, link, [told], None, NOW)
        register_error(conn, ErrorSeen(name, run, "gone", feed + "/2", "b.example", "left"), NOW)
        end_run(conn, run, "finished", NOW)


@pytest.mark.usefixtures("collected")
def test_a_channel_is_shown_by_its_sources() -> None:
    shown = status("--topic", "phones:news").stdout
    (row,) = (line for line in shown.splitlines() if line.startswith("日报"))
    assert row.split()[1:8] == ["0", "3", "0", "0", "1", "0", "1"]
    assert "addresses seen: 3; Bloom filter for 100,000 with 0.1% false positives" in shown
    assert "coverage" not in shown


@pytest.mark.usefixtures("collected")
def test_sources_and_filter_for_scripts() -> None:
    (told,) = json.loads(status("--json").stdout)["topics"]
    (source,) = told["sources"]
    assert (source["source"], source["articles"], source["errors"]) == ("日报", 1, 1)
    assert source["states"] == {"done": 3}
    assert source["next_visit_at"] > source["read_at"]
    assert told["seen_filter"]["addresses"] == 3
    assert told["visits"]["later"] == 0, "articles are never visited again"


@pytest.mark.usefixtures("crawled")
def test_a_topic_that_was_never_crawled() -> None:
    done = status("--topic", "phone")
    assert done.exit_code == 1
    assert "The topic 'phone' was not crawled yet. Did you mean phones?" in done.stderr
    assert "There is no such topic; there are: " in status("--topic", "tv").stderr
    assert "Start it: scrapy crawl news -a topic=phones" in status("--topic", "phones:news").stderr


def test_a_crawl_that_runs_meanwhile_is_not_waited_for(crawled: Ledger) -> None:
    with crawled.transaction() as conn:
        start_run(conn, "tablets", NOW)
        told = json.loads(status("--json").stdout)
    assert [topic["topic"] for topic in told["topics"]] == ["cameras", "phones"]


def test_many_sites_are_cut_short_for_people_alone(ledger: Ledger) -> None:
    with ledger.transaction() as conn:
        start_run(conn, "phones", NOW)
        sites = [f"{number}.example" for number in range(40)]
        links = [NewLink(f"http://{site}/", site, "/", "list", 3, 1) for site in sites]
        add_links(conn, "phones", links, NOW)
    assert "…10 more" in status().stdout
    assert len(json.loads(status("--json").stdout)["topics"][0]["sites"]) == 40


# The error register, for people and for scripts.


SEEN_AT = 1_700_000_000.0
EVIL = "http://b.example/[red]\x1b[2J\u202e"


def errors(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["errors", *arguments])


@pytest.fixture(autouse=True)
def in_folder_of_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def ledger_of_errors() -> Iterator[Ledger]:
    with Ledger.open(ledger_url(Path("data"))) as opened:
        with opened.transaction() as conn:
            start_run(conn, "phones", SEEN_AT)
        yield opened


@pytest.fixture
def troubled(ledger_of_errors: Ledger) -> Ledger:
    with ledger_of_errors.transaction() as conn:
        for at, (kind, url, action) in enumerate(
            [
                ("timeout", "http://a.example/1", "to be asked again in 10 s"),
                ("timeout", "http://a.example/1", "given up after 2 attempts"),
                ("too-large", EVIL, "left out"),
            ]
        ):
            site = url.split("/")[2]
            seen = ErrorSeen("phones", None, kind, url, site, action, "手机太大")
            register_error(conn, seen, SEEN_AT + 60 * at)
    return ledger_of_errors


def test_before_the_first_crawl_errors() -> None:
    assert errors("--topic", "nope").exit_code == 1
    done = errors()
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"{NO_CRAWL}\n"
    assert not Path("data").exists()


@pytest.mark.usefixtures("ledger")
def test_a_crawl_without_errors() -> None:
    done = errors()
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "No errors\n")


@pytest.mark.usefixtures("troubled")
def test_kinds_first_then_the_latest_error_first() -> None:
    done = errors()
    assert done.exit_code == 0
    assert done.stderr == "2 errors\n"
    kinds, _, entries = done.stdout.partition("\n\n")
    assert [row.split()[:3] for row in kinds.splitlines()[2:]] == [
        ["timeout", "1", "2"],
        ["too-large", "1", "1"],
    ]
    lines = entries.splitlines()
    assert lines[1] == r"  http://b.example/[red]\x1b[2J\u202e"
    assert lines[2].strip() == "手机太大: left out"
    assert lines[4].startswith("timeout  ")
    assert " (2 times since " in lines[4]
    assert lines[6].strip() == "手机太大: given up after 2 attempts"


def test_pages_that_are_not_kept_are_no_errors(ledger_of_errors: Ledger) -> None:
    with ledger_of_errors.transaction() as conn:
        for number, kind in enumerate(["off-topic", "off-topic", "copy", None]):
            url, site = f"http://a.example/{number}", "a.example"
            new = NewLink(url, site, "/#", "product", 5, 1)
            link = add_links(conn, "phones", [new], SEEN_AT)[url]
            page = FetchedPage(link, "phones", url, site, 200, SEEN_AT + number, SEEN_AT + 99)
            reason = f"{number} of 12 names are known"
            save_page(conn, replace(page, digest="x", not_kept=kind, reason=kind and reason))
    assert errors().stderr == (
        "No errors\nRead and not kept: 3 pages (2 off-topic, 1 copy): --not-kept\n"
    )
    done = errors("--not-kept", "--limit", "1")
    assert "\ncopy  " in done.stdout
    assert "  http://a.example/2\n  2 of 12 names are known\n" in done.stdout
    assert done.stderr == (
        "3 pages (2 off-topic, 1 copy); the last 1 are shown: --limit N shows more\n"
    )
    lines = errors("--not-kept", "--kind", "off-topic", "--json").stdout.splitlines()
    assert [json.loads(line)["url"][-1] for line in lines] == ["1", "0"]
    assert json.loads(lines[0]) == {
        "topic": "phones", "kind": "off-topic", "url": "http://a.example/1", "site": "a.example",
        "read_at": utc_time(SEEN_AT + 1), "reason": "1 of 12 names are known",
    }  # fmt: skip
    assert errors("--not-kept", "--site", "b.example").stderr == "No such pages\n"


def test_a_long_address_stays_in_one_piece(ledger_of_errors: Ledger) -> None:
    url = "http://a.example/" + "手机/" * 200
    with ledger_of_errors.transaction() as conn:
        register_error(
            conn, ErrorSeen("phones", None, "gone", url, "a.example", "left out"), SEEN_AT
        )
    assert f"  {url}\n" in errors().stdout


@pytest.mark.usefixtures("troubled")
def test_json_lines_for_scripts() -> None:
    done = errors("--json")
    latest, earlier = map(json.loads, done.stdout.splitlines())
    assert latest["url"] == EVIL
    assert earlier == {
        "topic": "phones",
        "kind": "timeout",
        "url": "http://a.example/1",
        "site": "a.example",
        "count": 2,
        "first_at": "2023-11-14T22:13:20+00:00",
        "last_at": "2023-11-14T22:14:20+00:00",
        "action": "given up after 2 attempts",
        "detail": "手机太大",
    }


@pytest.mark.usefixtures("troubled")
def test_filters() -> None:
    for filters in (["--kind", "timeout"], ["--site", "a.example"]):
        done = errors("--json", *filters)
        assert [json.loads(line)["kind"] for line in done.stdout.splitlines()] == ["timeout"]
    assert errors("--kind", "timeouts").stderr == (
        "No such errors; there are: timeout, too-large\n"
    )


@pytest.mark.usefixtures("troubled")
def test_a_limit_is_told() -> None:
    done = errors("--json", "--limit", "1")
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == "2 errors; the last 1 are shown: --limit N shows more\n"
    assert errors("--limit", "0").exit_code == 2


@pytest.mark.usefixtures("troubled")
def test_a_topic_that_was_never_crawled_errors() -> None:
    done = errors("--topic", "cameras")
    assert done.exit_code == 1
    assert "The topic 'cameras' was not crawled yet" in done.stderr
