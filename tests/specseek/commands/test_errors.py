"""The error register, for people and for scripts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from specseek.cli import main
from store.ledger import Ledger, ledger_url
from store.runs import ErrorSeen, register_error, start_run

NOW = 1_700_000_000.0
EVIL = "http://b.example/[red]\x1b[2J\u202e"


def errors(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["errors", *arguments])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def ledger() -> Iterator[Ledger]:
    with Ledger.open(ledger_url(Path("data"))) as opened:
        with opened.transaction() as conn:
            start_run(conn, "phones", NOW)
        yield opened


@pytest.fixture
def troubled(ledger: Ledger) -> Ledger:
    with ledger.transaction() as conn:
        for at, (kind, url, action) in enumerate(
            [
                ("timeout", "http://a.example/1", "to be asked again in 10 s"),
                ("timeout", "http://a.example/1", "given up after 2 times"),
                ("too-large", EVIL, "left out"),
            ]
        ):
            site = url.split("/")[2]
            seen = ErrorSeen("phones", None, kind, url, site, action, "手机太大")
            register_error(conn, seen, NOW + 60 * at)
    return ledger


def test_before_the_first_crawl() -> None:
    done = errors()
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "No crawl yet. Start one: scrapy crawl phones\n"
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
    assert lines[6].strip() == "手机太大: given up after 2 times"


def test_a_long_address_stays_in_one_piece(ledger: Ledger) -> None:
    url = "http://a.example/" + "手机/" * 200
    with ledger.transaction() as conn:
        register_error(conn, ErrorSeen("phones", None, "gone", url, "a.example", "left out"), NOW)
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
        "action": "given up after 2 times",
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
def test_a_topic_that_was_never_crawled() -> None:
    done = errors("--topic", "cameras")
    assert done.exit_code == 1
    assert "no crawl of the topic 'cameras' yet" in done.stderr
