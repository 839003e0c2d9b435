"""A crawl is opened: the last one's loose ends, the queue, what was learned."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from core.errors import SpecSeekError
from rules.library import LIBRARIES
from spider.context import KnownSites, RecentlySeen, Revisit
from store.archive import Capture
from store.archive import read_captures as captures_in
from store.archive_state import ArchiveMismatchError
from store.changes import ChangeKind, ChangeState, NewChange, add_change, set_change_state
from store.runs import last_runs
from store.schema import captures, links, pages, records, site_memory
from tests.spider.simulated_crawl import PRODUCT, SHOUJI, TONGXUN, Reply, SmallCrawl, html, lonely

if TYPE_CHECKING:
    from pathlib import Path


SITE = {PRODUCT: lonely(PRODUCT, etag='"1"')}
HOME = html('<a href="/a">a</a><a href="/b">b</a><a href="/c">c</a>')
THREE = {SHOUJI: HOME} | {f"{SHOUJI}{name}": html("") for name in "abc"}


def killed(crawl: SmallCrawl) -> None:
    """As after kill -9: nothing is closed in order; only the system's lock is gone."""
    crawl.context.resources.close()


def finished(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as crawl:
        crawl.run()


def test_links_that_were_on_their_way_come_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    first = SmallCrawl(tmp_path, site=THREE).__enter__()
    first.run(most=1)
    assert [first.take() is not None for _ in range(3)] == [True, True, True]
    killed(first)
    with SmallCrawl(tmp_path, site=THREE) as second:
        assert "3 requests were in flight when the last crawl ended" in caplog.text
        assert sorted(second.run()) == [f"{SHOUJI}{name}" for name in "abc"]
        with second.context.ledger.reading() as conn:
            assert [run.outcome for run in last_runs(conn)] == ["running", "interrupted"]


def test_what_a_crash_left_uncommitted_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = SmallCrawl(tmp_path, PRODUCT, site=SITE).__enter__()
    first.run()
    first.context.archive.add(Capture(SHOUJI, time.time(), 200, (), b"never committed"))
    [file] = (tmp_path / "data" / "archive").glob("*.warc.gz")
    with file.open("ab") as torn:
        torn.write(b"\x1f\x8b\x08 torn")
    before = file.read_bytes()
    killed(first)
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as second:
        assert "uncommitted bytes moved to" in caplog.text
        assert [capture.url for _, capture in captures_in(second.data / "archive")] == [PRODUCT]
        [aside] = (second.data / "archive").glob("*.uncommitted")
        assert file.read_bytes() + aside.read_bytes() == before, "nothing is lost"


def test_a_power_cut_that_shortened_the_archive_is_made_good(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = SmallCrawl(tmp_path, PRODUCT, site=SITE).__enter__()
    first.run()
    killed(first)
    [file] = (tmp_path / "data" / "archive").glob("*.warc.gz")
    file.write_bytes(file.read_bytes()[:-10])
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit="none") as second:
        assert "its last 1 pages are missing; they are fetched again" in caplog.text
        assert second.run() == [PRODUCT]  # without the etag: the site would send nothing
        [place] = [place for place, _ in captures_in(second.data / "archive")]
        wanted = select(captures.c.file, captures.c.offset, captures.c.length)
        assert second.rows(wanted.join(pages, pages.c.capture_id == captures.c.id)) == [
            tuple(place)
        ]
        assert second.stored().keys() == {PRODUCT}


def saved(data: Path) -> dict[str, bytes]:
    """All that there is, but for what every start writes: locks, and SQLite's own files."""
    return {
        path.name: path.read_bytes()
        for path in data.rglob("*")
        if path.is_file() and path.name.endswith((".warc.gz", ".sqlite", ".json"))
    }


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("shorter", "10 of"),
        ("missing file", "it is not there"),
        ("missing folder", "it is not there"),
        ("older ledger", "the ledger is older than the archive"),
        ("lost ledger", "belongs to another ledger, or to one that was lost"),
        ("foreign folder", "belongs to another ledger"),
    ],
)
def test_what_no_crash_explains_stops_the_crawl_and_costs_nothing(
    tmp_path: Path, damage: str, told: str
) -> None:
    finished(tmp_path)
    data = tmp_path / "data"
    archive, ledger = data / "archive", data / "ledger.sqlite"
    [file] = archive.glob("*.warc.gz")
    if damage == "shorter":
        file.write_bytes(file.read_bytes()[:-10])
    elif damage == "missing file":
        file.unlink()
    elif damage == "missing folder":
        archive.rename(tmp_path / "unmounted")
    elif damage == "older ledger":
        shutil.copy(ledger, tmp_path / "back-up")
        with SmallCrawl(tmp_path, SHOUJI, site=THREE) as later:
            later.run()
        shutil.copy(tmp_path / "back-up", ledger)
    elif damage == "lost ledger":
        ledger.unlink()
    else:
        (tmp_path / "other").mkdir()
        finished(tmp_path / "other")
        shutil.rmtree(archive)
        shutil.copytree(tmp_path / "other" / "data" / "archive", archive)
    before = saved(data)
    with pytest.raises(ArchiveMismatchError, match=told) as stopped, SmallCrawl(tmp_path):
        pass
    assert "specseek archive repair" in str(stopped.value)
    after = saved(data)
    if damage == "lost ledger":
        del after["ledger.sqlite"]  # a new one, with nothing in it
    assert after == before


def test_a_folder_that_was_away_for_one_start_loses_nothing(tmp_path: Path) -> None:
    finished(tmp_path)
    archive = tmp_path / "data" / "archive"
    archive.rename(tmp_path / "unmounted")
    with pytest.raises(ArchiveMismatchError), SmallCrawl(tmp_path, PRODUCT, site=SITE):
        pass
    (tmp_path / "unmounted").rename(archive)
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit="none") as again:
        assert again.run() == []
        assert again.stored().keys() == {PRODUCT}
        assert len(again.rows(select(captures.c.id))) == 1


@pytest.mark.parametrize(("revisit", "asked"), [("all", [PRODUCT]), ("due", []), ("none", [])])
def test_pages_read_by_a_finished_crawl(tmp_path: Path, revisit: str, asked: list[str]) -> None:
    finished(tmp_path)
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit=revisit) as second:
        assert second.run() == asked


@pytest.mark.parametrize(
    ("revisit", "asked"), [("all", [PRODUCT]), ("due", [PRODUCT]), ("none", [])]
)
def test_pages_whose_time_has_come(tmp_path: Path, revisit: str, asked: list[str]) -> None:
    finished(tmp_path)
    with (
        SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit="none") as between,
        between.context.ledger.transaction() as conn,
    ):
        conn.execute(update(pages).values(next_visit_at=time.time() - 1))
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit=revisit) as later:
        assert later.run() == asked


def test_a_crawl_that_is_not_finished_goes_on_before_it_looks_back(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=THREE) as first:
        first.run(most=2)
    with SmallCrawl(tmp_path, site=THREE, revisit="all") as second:
        assert len(second.run()) == 2


def test_what_failed_is_tried_by_the_next_crawl(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site={SHOUJI: html("", 404)}) as first:
        first.run()
    with SmallCrawl(tmp_path, site={SHOUJI: html("")}) as second:
        assert second.run() == [SHOUJI]


def test_a_seed_that_was_added_to_the_topic_is_asked_for(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, SHOUJI, site={SHOUJI: html("")}) as first:
        first.run()
    site = {SHOUJI: html(""), TONGXUN: html("")}
    with SmallCrawl(tmp_path, SHOUJI, TONGXUN, site=site, revisit="none") as second:
        assert second.run() == [TONGXUN]


def test_a_second_crawl_in_a_folder_is_refused(tmp_path: Path) -> None:
    with (
        SmallCrawl(tmp_path) as first,
        pytest.raises(SpecSeekError, match="another crawl is running"),
    ):
        SmallCrawl(tmp_path).__enter__()
    assert first.end_reasons == []
    with SmallCrawl(tmp_path) as second:  # the refused one has left nothing behind
        assert second.rows(select(links.c.state)) == [("queued",)]


def test_a_mistake_in_a_rule_file_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    rules = tmp_path / "rules" / "phones"
    rules.mkdir(parents=True)
    (rules / "shouji.example.yaml").write_text("source: [")
    with pytest.raises(SpecSeekError, match=r"shouji\.example\.yaml") as refused:
        SmallCrawl(tmp_path, variables={"SPECSEEK_RULES": str(tmp_path / "rules")}).__enter__()
    with SmallCrawl(tmp_path):  # nothing is locked, though the error is still there
        assert refused.value


def test_the_ledger_may_be_elsewhere(tmp_path: Path) -> None:
    elsewhere = {"SPECSEEK_LEDGER": f"sqlite:///{tmp_path}/else/where.sqlite"}
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, variables=elsewhere) as crawl:
        crawl.run()
    assert (tmp_path / "else" / "where.sqlite").exists()
    assert not (tmp_path / "data" / "ledger.sqlite").exists()
    assert list((tmp_path / "data" / "archive").glob("*.warc.gz"))


def test_a_ledger_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    wrong = {"SPECSEEK_LEDGER": "mysql://nowhere/x"}
    with pytest.raises(SpecSeekError, match="SpecSeek knows SQLite and PostgreSQL"):
        SmallCrawl(tmp_path, variables=wrong).__enter__()


HOUR = 3600.0


def test_the_choices_are_named_where_one_is_unknown() -> None:
    assert Revisit.named("due") is Revisit.DUE
    with pytest.raises(SpecSeekError, match="'often' is unknown; choose one of all, due, none"):
        Revisit.named("often")


def planned(crawl: SmallCrawl) -> float:
    """Hours until the next visit."""
    [(fetched_at, next_visit_at)] = crawl.rows(select(pages.c.fetched_at, pages.c.next_visit_at))
    return float(next_visit_at - fetched_at) / HOUR


def test_the_settings_bound_the_time_until_the_next_visit(tmp_path: Path) -> None:
    site = {PRODUCT: lonely(PRODUCT)}
    with SmallCrawl(
        tmp_path, PRODUCT, site=site, revisit_hours_least=1, revisit_hours_most=2
    ) as crawl:
        crawl.run()
        assert planned(crawl) == pytest.approx(2)


def test_a_page_that_changed_is_visited_earlier_than_one_that_did_not(tmp_path: Path) -> None:
    for name, old, new in (("same", "", ""), ("other", "参数", "規格")):
        (tmp_path / name).mkdir()
        with SmallCrawl(tmp_path / name, PRODUCT, site={PRODUCT: lonely(PRODUCT)}) as first:
            first.run()
        with SmallCrawl(
            tmp_path / name, PRODUCT, site={PRODUCT: lonely(PRODUCT, old, new)}
        ) as second:
            second.run()
            assert planned(second) == pytest.approx({"same": 24, "other": 6}[name])


# What was learned about sites outlives the run.


LEARNED_SITE = "shouji.example"
PAGES = [f"{SHOUJI}n/{number}.html" for number in range(60)]
DULL = {
    SHOUJI: html("".join(f'<a href="{page}">{page}</a>' for page in PAGES)),
    **dict.fromkeys(PAGES, html("")),
}


def test_the_next_run_resumes_with_what_was_learned(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, site=DULL) as first:
        first.run(most=30)
        learned = first.context.memories[LEARNED_SITE].to_json()
    with SmallCrawl(tmp_path, site=DULL) as second:
        assert second.context.memories[LEARNED_SITE].to_json() == learned


def test_a_crash_forgets_little_of_it(tmp_path: Path) -> None:
    """Now and then it is written in a page's own transaction."""
    with SmallCrawl(tmp_path, site=DULL) as crawl:
        crawl.run(most=49)
        assert crawl.rows(select(site_memory)) == []
        crawl.run(most=1)
        assert crawl.rows(select(site_memory.c.site)) == [(LEARNED_SITE,)]


def test_what_another_version_wrote_is_forgotten(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    with SmallCrawl(tmp_path, site=DULL) as first:
        first.run(most=2)
    with SmallCrawl(tmp_path, site=DULL) as later:
        for learned in ("[]", "{", '{"visits": 3}', "null", "3"):
            caplog.clear()
            memories = KnownSites("phones")
            with later.context.ledger.transaction() as conn:
                conn.execute(update(site_memory).values(learned=learned))
                memories.load(conn)
            assert memories == {}
            assert (
                f"What was learned about {LEARNED_SITE} cannot be read and is forgotten"
                in caplog.text
            )


NEW_SHOP = "http://www.new.example/"
PHONES = [f"{NEW_SHOP}phone/{number}.html" for number in range(1, 13)]


def phone(number: int) -> Reply:
    """A phone of a shop without rules: a table, and a line that is the same on every page."""
    rows = {
        "手机制式": "GSM",
        "主屏尺寸": f"{number}.4英寸",
        "摄像头像素": f"{number}00万像素",
        "电池容量": f"{number}50mAh",
        "参考价格": f"{number}350元",
        "收音机波段": f"FM {number}",
        "客服热线": "400-800-8820",
    }
    table = "".join(f"<tr><th>{name}<td>{value}" for name, value in rows.items())
    return html(f"<title>诺基亚 N{number}</title><h1>诺基亚 N{number}</h1><table>{table}</table>")


SHOP = {
    NEW_SHOP: html("".join(f'<a href="{page}">手机 参数</a>' for page in PHONES)),
    **{page: phone(number) for number, page in enumerate(PHONES, 1)},
}


def test_what_rows_of_a_site_without_rules_say_is_kept(tmp_path: Path) -> None:
    """A name with a value of its own on each page tells more than one with the same on all."""
    with SmallCrawl(tmp_path, NEW_SHOP, site=SHOP) as first:
        first.run()
        said = first.context.memories["new.example"].rows
    assert said.pages == len(PHONES)
    assert len(said.names["电池容量"].values) == len(PHONES)
    assert list(said.names["客服热线"].values.values()) == [len(PHONES)]
    with SmallCrawl(tmp_path, NEW_SHOP, site=SHOP) as second:
        assert second.context.memories.rows("new.example") == said
        assert second.context.memories.rows("unknown.example") is None
        second.run()
        assert second.context.memories.rows("new.example") == said  # known pages teach nothing


def test_pages_are_read_with_what_the_site_s_others_say(tmp_path: Path) -> None:
    with SmallCrawl(tmp_path, NEW_SHOP, site=SHOP) as crawl:
        crawl.run()
        sure = {
            url: {value.name: value.confidence for value in record.values}
            for url, record in crawl.stored("rows").items()
        }
        first, last = (sure[url] for url in (crawl.asked[1], crawl.asked[-1]))
        assert last["收音机波段"] > first["收音机波段"]


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


def test_one_crawl_per_ledger_whatever_the_data_folder(tmp_path: Path) -> None:
    shared = {"SPECSEEK_LEDGER": f"sqlite:///{tmp_path}/shared.sqlite"}
    elsewhere = shared | {"SPECSEEK_DATA": str(tmp_path / "elsewhere")}
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "shared.sqlite")
    by_link = elsewhere | {"SPECSEEK_LEDGER": f"sqlite:///{tmp_path}/link.sqlite"}
    with SmallCrawl(tmp_path, site=THREE, variables=shared):
        for variables in (elsewhere, by_link):
            with (
                pytest.raises(SpecSeekError, match="another crawl is writing to the ledger"),
                SmallCrawl(tmp_path, site=THREE, variables=variables),
            ):
                pass


def test_no_rules_where_records_were_read_by_rules_is_an_error(tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    shutil.copytree(LIBRARIES, rules)
    own = {"SPECSEEK_RULES": str(rules)}
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, variables=own) as first:
        first.run()
        assert {source for (source,) in first.rows(select(records.c.source))} >= {"rule"}
    rules.rename(tmp_path / "unmounted")
    with (
        pytest.raises(SpecSeekError, match="is not there; is a disk not mounted"),
        SmallCrawl(tmp_path, PRODUCT, site=SITE, variables=own),
    ):
        pass
    rules.mkdir()
    with (
        pytest.raises(SpecSeekError, match="has no rule file, but records of phones were read"),
        SmallCrawl(tmp_path, PRODUCT, site=SITE, variables=own),
    ):
        pass
    rules.rmdir()
    (tmp_path / "unmounted").rename(rules)
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, variables=own) as again:
        again.run()
        assert again.stored().keys() == {PRODUCT}


def test_a_crawl_after_the_clock_was_set_back_is_later_than_all_before_it(tmp_path: Path) -> None:
    """Or a site that falls now would seem to have been repaired already, an hour from now."""
    with SmallCrawl(tmp_path, PRODUCT, site=SITE) as first:
        first.run()
        answered = time.time() + 3_600
        with first.context.ledger.transaction() as conn:
            repair = NewChange("phones", "shouji.example", ChangeKind.REPAIR, "ana", {})
            change = add_change(conn, repair, answered - 60)
            set_change_state(conn, change, ChangeState.DONE, answered)
    with SmallCrawl(tmp_path, PRODUCT, site=SITE, revisit="all") as second:
        assert second.run() == [PRODUCT]
        with second.context.ledger.reading() as conn:
            assert last_runs(conn)[0].started_at > answered
