"""The review page through Flask's test client: what it shows, takes, refuses and remembers."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest

from pages.nesting import outline
from pages.page import Page
from search_ui.review import marks_on_page
from store.changes import ChangeKind, ChangeState, NewChange, add_change, changes_of
from store.ledger import Ledger, ledger_url
from store.proposals import SeenProposal, decisions_of, proposals_by_id, save_proposals
from tests.search_ui.log_in import logged_in
from tests.search_ui.review.grown_web import ALIAS, NAME, SITE, VALUES
from tests.search_ui.review.proposed import HOSTILE, evidence
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from tests.search_ui.review.conftest import Bench


def state_of(bench: Bench, number: int) -> str:
    with bench.ledger() as ledger, ledger.reading() as conn:
        return proposals_by_id(conn, [number])[number].state


def names_on(page: str) -> list[str]:
    return [unescape(name) for name in re.findall(r'<h3 id="n\d+"><bdi>(.*?)</bdi>', page)]


def test_visitors_are_asked_to_log_in(shown: Bench) -> None:
    answer = shown.app.test_client().get("/review?state=rejected")
    assert answer.location == "/log-in?next=/review?state%3Drejected"


def test_before_the_first_crawl_it_says_how_to_begin_and_makes_nothing(tmp_path: Path) -> None:
    admin = logged_in(site_on(tmp_path).test_client(), tmp_path)
    page = admin.get("/review", headers={"Accept-Language": "en"}).text
    assert "Nothing has been crawled yet" in page
    assert "scrapy crawl phones" in page
    assert admin.get("/review/changes").status_code == 200
    assert not (tmp_path / "ledger.sqlite").exists()
    assert not (tmp_path / "review").exists()


def test_the_likeliest_proposal_comes_first_with_all_that_speaks_for_it(shown: Bench) -> None:
    page = shown.admin.get("/review").text
    assert names_on(page)[:2] == [NAME, ALIAS]
    card = page[page.index("<article") : page.index("</article")]
    assert "8 of 8 pages, different values: 3" in card
    assert any(value in card for value in VALUES)
    for told in ("Font", "Background", "Position", "Format", "Interest", "Row", "Support"):
        assert f"<span>{told}</span>" in card, told
    assert 'class="against"' in card
    assert f'<input type="text" name="name" value="{NAME}"' in card
    assert "style=" not in page


def test_what_may_be_an_alias_says_of_what_and_why(shown: Bench) -> None:
    page = shown.admin.get("/review?kind=alias").text
    assert names_on(page) == [ALIAS]
    assert "Looks like an alias of 主屏尺寸" in page
    assert 'name="alias_of" list="known-attributes" value="主屏尺寸"' in page
    assert NAME in names_on(shown.admin.get("/review?kind=new").text)


def test_the_place_on_the_stored_page_is_marked_and_nothing_runs(shown: Bench) -> None:
    page = shown.admin.get("/review").text
    (address, *_) = re.findall(rf'href="(/review/{shown.number(NAME)}/page/\d+)"', page)
    framed = shown.admin.get(address).text
    assert f'src="{address}/look#shown"' in framed
    assert "<iframe" in framed
    assert " sandbox " in framed
    look = shown.admin.get(f"{address}/look")
    assert f'data-mark="name" id="shown" data-shown>{NAME}<' in look.text
    assert re.search(r'data-mark="value">(X轴线性马达|Z轴线性马达|转子马达)<', look.text)
    assert "<script" not in look.text
    policy = look.headers["Content-Security-Policy"]
    assert "script-src 'none'" in policy
    assert policy.startswith("sandbox;")


def test_a_page_that_does_not_show_the_name_any_more_says_so(shown: Bench) -> None:
    page = shown.admin.get("/review").text
    (address, *_) = re.findall(rf'href="(/review/{shown.number(HOSTILE)}/page/\d+)"', page)
    assert "no longer shows this name" in shown.admin.get(address).text


@pytest.mark.parametrize("path", ["/review/1/page/999", "/review/999/page/1", "/review/changes/9"])
def test_what_is_not_there(shown: Bench, path: str) -> None:
    assert shown.admin.get(path).status_code == 404


@pytest.mark.parametrize(("choice", "state"), [("reject", "rejected"), ("skip", "skipped")])
def test_reject_and_skip_and_back(bench: Bench, choice: str, state: str) -> None:
    number = bench.number(NAME)
    answer = bench.post("/review/decide", choice=choice, proposal=number, back=f"site={SITE}")
    assert answer.status_code == 303
    assert answer.location == f"/review?site={SITE}&decided=1"
    assert state_of(bench, number) == state
    page = bench.admin.get(answer.location).text
    assert NAME not in names_on(page)
    assert f"{state.capitalize()}: {NAME}" in page
    assert names_on(bench.admin.get(f"/review?state={state}").text) == [NAME]
    back = bench.post("/review/undo", decision=1)
    assert "Undone." in bench.admin.get(back.location).text
    assert state_of(bench, number) == "open"
    history = bench.admin.get("/review/changes").text
    assert "undone" in history
    assert "<bdi>admin</bdi>" in history


def test_what_was_skipped_may_be_decided_later(bench: Bench) -> None:
    number = bench.number(ALIAS)
    bench.post("/review/decide", choice="skip", proposal=number)
    assert bench.post("/review/decide", choice="reject", proposal=number).status_code == 303
    assert state_of(bench, number) == "rejected"


def test_several_at_once(bench: Bench) -> None:
    both = [bench.number(NAME), bench.number(ALIAS)]
    answer = bench.post("/review/decide", choice="reject", proposal=both)
    assert answer.location == "/review?decided=1&decided=2"
    assert [state_of(bench, number) for number in both] == ["rejected"] * 2
    bench.post("/review/undo", decision=[1, 2])
    assert [state_of(bench, number) for number in both] == ["open"] * 2


def test_nothing_chosen_and_decided_twice_is_told(bench: Bench) -> None:
    nothing = bench.post("/review/decide", choice="reject")
    assert nothing.status_code == 422
    assert 'role="alert"' in nothing.text
    number = bench.number(NAME)
    bench.post("/review/decide", choice="reject", proposal=number)
    again = bench.post("/review/decide", choice="accept", proposal=number)
    assert again.status_code == 422
    assert "decided already" in again.text
    assert bench.post("/review/decide", choice="burn", proposal=number).status_code == 400


def test_a_form_with_a_mistake_comes_back_as_it_was_typed(shown: Bench) -> None:
    number = shown.number(NAME)
    typed = {"name": "马达<b>", "label": "Motor", "group": "机身", "type": "quantity", "unit": ""}
    answer = shown.post("/review/decide", choice="accept", proposal=number, facet="values", **typed)
    assert answer.status_code == 422
    assert "needs a unit" in answer.text
    assert 'value="马达&lt;b&gt;"' in answer.text
    assert '<details class="edit" open>' in answer.text
    assert state_of(shown, number) == "open"


def test_an_alias_of_nothing_is_refused(shown: Bench) -> None:
    number = shown.number(NAME)
    answer = shown.post("/review/decide", choice="alias", proposal=number, alias_of="没有这个")
    assert answer.status_code == 422
    assert "没有这个" in answer.text
    assert state_of(shown, number) == "open"


def test_hostile_names_and_values_are_shown_and_inert(shown: Bench) -> None:
    page = shown.admin.get("/review").text
    assert "<script>hostile" not in page
    assert "<img" not in page
    assert unescape(HOSTILE) in names_on(page)[-1] + "\u202e"
    assert len(page) < 200_000


def test_hundreds_of_proposals_are_shown_a_page_at_a_time(bench: Bench) -> None:
    with bench.ledger() as ledger, ledger.transaction() as conn:
        seen = [SeenProposal(f"属性{n}", "1", evidence(n / 600)) for n in range(600)]
        save_proposals(conn, 1, seen, 1.0)
    first = bench.admin.get("/review").text
    assert len(names_on(first)) == 20
    assert "Proposals: 603" in first
    last = bench.admin.get("/review?page=31").text
    assert len(names_on(last)) == 3
    assert names_on(bench.admin.get("/review?page=9999").text) == names_on(last)


def test_names_that_the_topic_knows_by_now_are_neither_shown_nor_counted(bench: Bench) -> None:
    with bench.ledger() as ledger, ledger.transaction() as conn:
        save_proposals(conn, 1, [SeenProposal("电池容量", "900mAh", evidence(0.9))], 1.0)
    page = bench.admin.get("/review").text
    assert "电池容量" not in names_on(page)
    assert "Proposals: 3" in page


def test_a_repair_waits_for_an_answer(bench: Bench) -> None:
    with bench.ledger() as ledger, ledger.transaction() as conn:
        new = NewChange("phones", SITE, ChangeKind.REPAIR, "", {"predicted": {"f1": 0.97}})
        number = add_change(conn, new, 1.0, ChangeState.PROPOSED)
    page = bench.admin.get("/review/changes").text
    assert "Predicted accuracy 97%" in page
    assert "Awaiting confirmation" in page
    answer = bench.post(f"/review/changes/{number}", choice="drop")
    assert answer.status_code == 303
    with bench.ledger() as ledger, ledger.reading() as conn:
        assert changes_of(conn, "phones")[0].state is ChangeState.DROPPED
    again = bench.post(f"/review/changes/{number}", choice="confirm")
    assert again.status_code == 422
    assert "is not waiting for an answer" in again.text


def test_every_decision_is_kept_with_who_and_when(bench: Bench) -> None:
    bench.post("/review/decide", choice="reject", proposal=bench.number(NAME))
    with Ledger.open(ledger_url(bench.data)) as ledger, ledger.reading() as conn:
        (decision,) = decisions_of(conn, "phones")
    assert (decision.name, decision.choice, decision.who) == (NAME, "rejected", "admin")
    assert decision.decided_at > 1_700_000_000


TABLE = """<body><h1>N95</h1><p>充电功率：见下表</p><table>
<tr><td>重量</td><td>120 克</td></tr><tr><td>充电功率</td><td>67 W <b>快充</b></td></tr>
<tr><td>网络：5G</td></tr></table></body>"""


def marked(markup: str, name: str, value: str) -> dict[str, str]:
    shown = outline(Page.read(markup.encode(), "http://a.example/1", "text/html; charset=utf-8"))
    return {
        shown.texts[leaf].strip(): mark for leaf, mark in marks_on_page(shown, name, value).items()
    }


def test_name_and_value_where_they_stand_together() -> None:
    found = marked(TABLE, "充电功率", "67 W 快充")
    assert found == {"充电功率": "name", "67 W": "value", "快充": "value"}


def test_name_and_value_in_one_text() -> None:
    assert marked(TABLE, "网络", "5G") == {"网络：5G": "both"}


def test_a_name_whose_value_is_another_today() -> None:
    assert marked(TABLE, "充电功率", "33 W") == {"充电功率": "name"}
    assert marked(TABLE, "充电功率", "") == {"充电功率": "name"}


def test_a_name_that_is_gone() -> None:
    assert marked(TABLE, "屏幕材质", "AMOLED") == {}
    assert marked("<p>", "屏幕材质", "AMOLED") == {}


def test_symbols_and_very_long_values() -> None:
    assert marked(TABLE, "…", "★") == {}
    assert marked(TABLE, "重量", "克" * 1_000_000) == {"重量": "name"}
