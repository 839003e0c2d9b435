"""What comes after labelling: four steps on the page of a site's rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest

from core.topic import load_topic
from pages.page import Page
from rules.learn import Example, train
from rules.library import RuleLibrary
from search_ui.app import create_app
from search_ui.background import Wish, open_wishes, review_folder, wish_file, work
from search_ui.credentials import Credentials
from store.changes import ChangeKind, changes_of
from store.ledger import Ledger, data_folder_lock, ledger_url
from store.runs import RunCounts, end_run, start_run, update_run
from tests.search_ui.label.new_site import HOME, PHONES, SITE, address, phone_page
from tests.search_ui.label.stored_site import NOW, SETTINGS
from tests.search_ui.log_in import PASSWORD, logged_in, token_in
from tests.spider.small_topic import write_topic
from tests.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

    from core.settings import Settings

PATH = f"/label/site/{SITE}"


class Labelled(NamedTuple):
    """A site whose first page was labelled; nothing is stored, not even a ledger."""

    settings: Settings
    admin: FlaskClient

    def take(self, step: str, **sent: object) -> TestResponse:
        token = token_in(self.admin.get("/label").text)
        return self.admin.post(f"{PATH}/next", data={"csrf_token": token, "step": step, **sent})

    def work(self) -> None:
        """What the process beside the server would do now."""
        work("phones", self.settings)

    def page(self, watch: str = "") -> str:
        return self.admin.get(f"{PATH}/next", query_string={"watch": watch}).text

    def seeds(self) -> tuple[str, ...]:
        return load_topic(self.settings.topics, "phones").seeds

    def ledger(self) -> Ledger:
        return Ledger.open(ledger_url(self.settings.data))


@pytest.fixture
def labelled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Labelled:
    chosen = {"topics": write_topic(tmp_path), "data": tmp_path / "data", "rules": tmp_path / "r"}
    settings = SETTINGS.model_copy(update=chosen)
    name, *_, price = PHONES["1"]
    told = {"手机名": ("", name), "参考价格": ("参考价格", price)}
    examples = [
        Example(attribute=attribute, name=shown, value=value)
        for attribute, (shown, value) in told.items()
    ]
    page = Page.read(phone_page("1"), address("1"))
    train(RuleLibrary(settings.rules / "phones"), page, examples)
    Credentials(settings.data).set_password(PASSWORD)

    def only_note(settings: Settings, topic: str, wish: Wish | None) -> None:
        review_folder(settings.data).mkdir(exist_ok=True)
        if wish:
            wish_file(settings.data, topic, wish).touch()

    monkeypatch.setattr("search_ui.work_status.start_work", only_note)
    admin = logged_in(create_app(settings, ["phones"]).test_client(), settings.data)
    admin.set_cookie("lang", "en")
    return Labelled(settings, admin)


def test_before_anything_was_done(labelled: Labelled) -> None:
    page = labelled.admin.get(PATH).text
    assert "There is no index yet." in page
    assert f'value="{HOME}"' in page
    assert "This site is not in the crawl yet." in page
    assert "/p/" not in page


def test_the_labelled_page_is_read_and_its_product_found(labelled: Labelled) -> None:
    answer = labelled.take("read")
    assert (answer.status_code, answer.location) == (303, PATH)
    running = labelled.page()
    [watched] = re.findall(r'data-watch="([^"]+)"', running)
    assert watched == "c1"
    labelled.work()
    told = labelled.page(watched)
    assert "Done:" in told
    assert "1 pages read" in told
    assert PHONES["1"][0] in told
    assert 'href="/p/' in told
    assert "Done:" not in labelled.page(), "only those who saw it running are told"


def test_a_seed_is_added_to_the_topic(labelled: Labelled) -> None:
    assert labelled.take("seed", url=HOME).status_code == 303
    assert labelled.seeds() == ()
    labelled.work()
    assert labelled.seeds() == (HOME,)
    shown = f'<bdi class="url">{HOME}</bdi>'
    assert wait_until(lambda: shown in labelled.admin.get(PATH).text)  # once a second it looks
    with labelled.ledger() as ledger, ledger.reading() as conn:
        [change] = changes_of(conn, "phones")
    assert (change.kind, change.who) == (ChangeKind.SEED, "admin")


@pytest.mark.parametrize(
    "url", ["", "http://other.example/", "ftp://www.xindian.example/", "x" * 3_000]
)
def test_what_is_no_address_of_the_site_is_no_seed(labelled: Labelled, url: str) -> None:
    answer = labelled.take("seed", url=url)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    labelled.work()
    assert labelled.seeds() == ()


def test_a_crawl_needs_a_seed(labelled: Labelled) -> None:
    answer = labelled.take("crawl")
    assert answer.status_code == 422
    assert "nowhere to begin" in answer.text
    assert open_wishes(labelled.settings.data, "phones") == []


def test_crawl_and_index_are_asked_for(labelled: Labelled) -> None:
    labelled.take("seed", url=HOME)
    labelled.work()
    assert labelled.take("crawl").status_code == 303
    assert labelled.take("index").status_code == 303
    assert open_wishes(labelled.settings.data, "phones") == [Wish.CRAWL, Wish.INDEX]


def test_a_crawl_of_a_terminal_is_shown_but_not_stopped(labelled: Labelled) -> None:
    with labelled.ledger() as ledger, data_folder_lock(labelled.settings.data):
        with ledger.transaction() as conn:
            run = start_run(conn, "phones", NOW)
            update_run(conn, run, RunCounts(pages=12, records=3), NOW)
        page = labelled.page()
        assert "A crawl started elsewhere is running" in page
        assert "Pages: 12, records: 3, errors: 0" in page
        assert "Stop the crawl" not in page
        assert 'value="crawl"' not in page
        assert 'data-watch="r0"' in page
        with ledger.transaction() as conn:
            end_run(conn, run, "finished", NOW)
    told = labelled.page("r0")
    assert "Crawl ended." in told
    assert "Crawl ended." not in labelled.page(f"r{run}")
    assert 'data-going-on="0"' in told


def test_a_crashed_crawl_is_not_shown_as_running(labelled: Labelled) -> None:
    with labelled.ledger() as ledger, ledger.transaction() as conn:
        start_run(conn, "phones", NOW)
    assert 'data-going-on="0"' in labelled.page()


@pytest.mark.parametrize("watch", ["c", "c-1", "c99999999999999999999", "x1", "c1 " * 9_999, "c²"])
def test_nothing_is_told_of_what_is_not_there(labelled: Labelled, watch: str) -> None:
    labelled.ledger().close()
    assert "Done:" not in labelled.page(watch)


def test_no_other_steps_and_no_other_sites(labelled: Labelled) -> None:
    assert labelled.take("remove").status_code == 400
    assert labelled.admin.get("/label/site/other.example/next").status_code == 404
