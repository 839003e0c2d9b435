"""What is accepted on the page is carried out by a process of its own, to the search page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from core.topic import Topic, load_topic
from search_ui.background import is_working
from store.changes import ChangeKind, ChangeState, NewChange, add_change, changes_of
from store.ledger import data_folder_lock
from tests.search_ui.review.grown_web import ALIAS, ALIAS_OF, NAME, SITE, VALUES
from tests.search_ui.review.proposed import HOSTILE
from tests.waiting import wait_until

if TYPE_CHECKING:
    from tests.search_ui.review.conftest import Bench


MOTOR = {
    "name": NAME,
    "label": "Motor",
    "group": "机身",
    "type": "text",
    "unit": "",
    "facet": "values",
}


def topic_of(bench: Bench) -> Topic:
    return load_topic(bench.settings.topics, "phones")


def states(bench: Bench) -> list[ChangeState]:
    with bench.ledger() as ledger, ledger.reading() as conn:
        return [change.state for change in changes_of(conn, "phones")]


def search_until(bench: Bench, wanted: str) -> str:
    """The search page, as soon as it shows what is wanted."""
    assert wait_until(lambda: wanted in bench.admin.get("/search?q=手机").text)
    return bench.admin.get("/search?q=手机").text


def test_a_new_attribute_is_found_and_is_a_facet_and_goes_again(bench: Bench) -> None:
    assert NAME not in bench.admin.get("/search?q=手机").text
    answer = bench.post("/review/decide", choice="accept", proposal=bench.number(NAME), **MOTOR)
    assert answer.status_code == 303
    bench.wait()
    assert states(bench) == [ChangeState.DONE]
    assert f"New attribute: {NAME}" in bench.admin.get("/review/changes").text
    assert topic_of(bench).standard_name(NAME) == NAME
    search_until(bench, "Motor")  # among the further filters
    assert VALUES[0] in bench.admin.get("/search", query_string={"facet": NAME}).text
    found = bench.admin.get("/search", query_string={"q": VALUES[0]}).text
    assert re.search(r"/p/[^\"]+", found)
    change = bench.admin.get("/review/changes/1").text
    assert f"+  - name: {NAME}" in change
    assert "topics/phones.yaml" in change
    assert 'value="revert"' in bench.admin.get("/review/changes").text
    back = bench.post("/review/changes/1", choice="revert")
    assert back.status_code == 303
    bench.wait()
    assert states(bench) == [ChangeState.DONE, ChangeState.DONE]
    assert topic_of(bench).standard_name(NAME) is None
    assert 'value="revert"' not in bench.admin.get("/review/changes").text


@pytest.mark.slow
def test_two_accepted_one_after_the_other_are_both_carried_out(bench: Bench) -> None:
    bench.post("/review/decide", choice="accept", proposal=bench.number(NAME), **MOTOR)
    bench.post("/review/decide", choice="alias", proposal=bench.number(ALIAS), alias_of=ALIAS_OF)
    bench.wait()
    assert states(bench) == [ChangeState.DONE, ChangeState.DONE]
    topic = topic_of(bench)
    assert topic.standard_name(ALIAS) == ALIAS_OF
    assert topic.standard_name(NAME) == NAME


@pytest.mark.slow
def test_several_accepted_at_once_each_as_what_it_seems_to_be(bench: Bench) -> None:
    both = [bench.number(NAME), bench.number(ALIAS)]
    assert bench.post("/review/decide", choice="accept", proposal=both).status_code == 303
    bench.wait()
    topic = topic_of(bench)
    assert topic.standard_name(ALIAS) == ALIAS_OF
    assert topic.standard_name(NAME) == NAME


@pytest.mark.slow
def test_what_is_refused_says_why_and_is_open_again(bench: Bench) -> None:
    number = bench.number(HOSTILE)
    bench.post("/review/decide", choice="alias", proposal=number, alias_of=ALIAS_OF)
    bench.wait()
    assert states(bench) == [ChangeState.REFUSED]
    page = bench.admin.get("/review/changes").text
    assert "Refused" in page
    assert "hostile" in page
    assert bench.number(HOSTILE) == number


@pytest.mark.slow
def test_taken_back_before_it_was_carried_out(bench: Bench) -> None:
    with data_folder_lock(bench.data):
        number = bench.number(NAME)
        bench.post("/review/decide", choice="accept", proposal=number, **MOTOR)
        bench.post("/review/undo", decision=1)
    bench.wait()
    assert states(bench) == [ChangeState.DROPPED]
    assert topic_of(bench).standard_name(NAME) is None
    assert bench.number(NAME) == number


@pytest.mark.slow
def test_while_a_crawl_runs_it_is_told_and_can_be_gone_on_with_later(bench: Bench) -> None:
    with data_folder_lock(bench.data):
        bench.post("/review/decide", choice="accept", proposal=bench.number(NAME), **MOTOR)
        told = bench.wait()
    assert f"New attribute: {NAME}" in told
    assert "another crawl is running" in told
    assert "Resume" in told
    assert states(bench) == [ChangeState.DECIDED]
    assert bench.post("/review/continue").status_code == 303
    told = bench.wait()
    assert "crawl" not in told
    assert states(bench) == [ChangeState.DONE]


@pytest.mark.slow
def test_what_a_stopped_server_left_is_offered_to_be_gone_on_with(bench: Bench) -> None:
    detail = {"attribute": ALIAS_OF, "names": [ALIAS], "sites": [SITE]}
    with bench.ledger() as ledger, ledger.transaction() as conn:
        add_change(conn, NewChange("phones", SITE, ChangeKind.ALIAS, "admin", detail), 1.0)
    page = bench.admin.get("/review").text
    assert "Interrupted; can be resumed" in page
    bench.post("/review/continue")
    wait_until(lambda: not is_working(bench.data) and states(bench) != [ChangeState.DECIDED])
    assert states(bench) == [ChangeState.DONE]
    assert "interrupted" not in bench.admin.get("/review").text
