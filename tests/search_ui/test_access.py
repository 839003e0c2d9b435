"""Log-in, log-out, the first start; what others than the admin get."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from search_ui.access import admin_name, admin_only
from search_ui.attempts import Attempts
from search_ui.credentials import (
    CREDENTIALS_FILE,
    AccessError,
    Credentials,
    credentials_for,
)
from tests.search_ui.log_in import PASSWORD, logged_in, token_in
from tests.search_ui.site_for_tests import site_on
from tests.waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.queues import Queue
    from multiprocessing.synchronize import Barrier
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

    from core.settings import Settings


@pytest.fixture(autouse=True)
def nobody_has_failed_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("search_ui.access._attempts", Attempts())


@admin_only
def context() -> str:
    return str(admin_name())


@admin_only
def save() -> str:
    return "saved"


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    app = site_on(tmp_path)
    app.add_url_rule("/context", view_func=context)
    app.add_url_rule("/save", view_func=save, methods=["POST"])
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_the_first_start_sets_the_password_once(client: FlaskClient, tmp_path: Path) -> None:
    word = Credentials(tmp_path).invitation
    assert client.get("/first-start").status_code == 403
    assert client.get("/first-start?word=guess").status_code == 403
    token = token_in(client.get(f"/first-start?word={word}").text)
    form = {"csrf_token": token, "word": word, "password": PASSWORD, "again": PASSWORD}
    assert client.post("/first-start", data=form | {"again": "other"}).status_code == 400
    assert client.post("/first-start", data=form | {"word": "guess"}).status_code == 403
    assert client.post("/first-start", data=form).status_code == 303
    assert client.get("/context").text == "admin"
    form["csrf_token"] = token_in(client.get("/log-in").text)
    assert client.post("/first-start", data=form).status_code == 403


def test_others_are_asked_to_log_in_and_led_back(client: FlaskClient, tmp_path: Path) -> None:
    answer = client.get("/context?site=小米")
    assert answer.location == "/log-in?next=/context?site%3D%25E5%25B0%258F%25E7%25B1%25B3"
    Credentials(tmp_path).set_password(PASSWORD)
    page = client.get(answer.location).text
    form = {"csrf_token": token_in(page), "next": "/context?site=1", "password": PASSWORD}
    assert client.post("/log-in", data=form).location == "/context?site=1"


@pytest.mark.parametrize(
    "place", ["//evil.example", "/\\evil.example", "http://evil.example", "/\n"]
)
def test_a_log_in_never_leads_to_another_host(
    client: FlaskClient, tmp_path: Path, place: str
) -> None:
    Credentials(tmp_path).set_password(PASSWORD)
    token = token_in(client.get("/log-in").text)
    form = {"csrf_token": token, "next": place, "password": PASSWORD}
    assert client.post("/log-in", data=form).location == "/"


def test_wrong_passwords_are_refused_then_slowed_down(client: FlaskClient, tmp_path: Path) -> None:
    Credentials(tmp_path).set_password(PASSWORD)
    token = token_in(client.get("/log-in").text)
    form = {"csrf_token": token, "password": "wrong"}
    assert [client.post("/log-in", data=form).status_code for _ in range(7)] == [403] * 6 + [429]
    assert client.post("/log-in", data=form | {"password": PASSWORD}).status_code == 429


def test_log_out_and_a_new_password_end_the_session(client: FlaskClient, tmp_path: Path) -> None:
    logged_in(client, tmp_path)
    assert client.get("/context").text == "admin"
    token = token_in(client.get("/log-in").text)
    assert client.post("/log-out", data={"csrf_token": token}).status_code == 303
    assert client.get("/context").status_code == 302
    logged_in(client, tmp_path)
    Credentials(tmp_path).set_password("another password")
    assert client.get("/context").status_code == 302


def test_a_change_of_the_password_ends_all_other_sessions(app: Flask, tmp_path: Path) -> None:
    here, elsewhere = (logged_in(app.test_client(), tmp_path) for _ in range(2))
    token = token_in(here.get("/password").text)
    new = {"csrf_token": token, "password": "new 密码 123", "again": "new 密码 123"}
    for refused, status in [
        ({"before": "wrong password"}, 403),
        ({"before": PASSWORD, "again": "other"}, 400),
        ({"before": PASSWORD, "password": "short", "again": "short"}, 400),
    ]:
        assert here.post("/password", data=new | refused).status_code == status
        assert elsewhere.get("/context").text == "admin"
    answer = here.post("/password", data=new | {"before": PASSWORD})
    assert answer.status_code == 303
    page = here.get(answer.location, headers={"Accept-Language": "en"}).text
    assert "All other sessions have ended" in page
    assert here.get("/context").text == "admin"
    assert elsewhere.get("/context").status_code == 302
    assert Credentials(tmp_path).is_password("new 密码 123")


def test_guesses_at_the_old_password_are_limited_like_log_ins(app: Flask, tmp_path: Path) -> None:
    client = logged_in(app.test_client(), tmp_path)
    new = {"csrf_token": token_in(client.get("/password").text), "before": "wrong"}
    new |= {"password": "another password", "again": "another password"}
    answers = [client.post("/password", data=new).status_code for _ in range(7)]
    assert answers == [403] * 6 + [429]
    assert client.post("/log-in", data=new | {"password": PASSWORD}).status_code == 429


def test_visitors_cannot_change_the_password(client: FlaskClient, tmp_path: Path) -> None:
    Credentials(tmp_path).set_password(PASSWORD)
    assert client.get("/password").location == "/log-in?next=/password"
    new = {"csrf_token": token_in(client.get("/log-in").text), "before": PASSWORD}
    new |= {"password": "another password", "again": "another password"}
    assert client.post("/password", data=new).status_code == 403
    assert Credentials(tmp_path).is_password(PASSWORD)


def test_changes_need_log_in_token_and_our_own_origin(client: FlaskClient, tmp_path: Path) -> None:
    token = token_in(client.get("/log-in").text)
    assert client.post("/save", data={"csrf_token": token}).status_code == 403
    logged_in(client, tmp_path)
    assert client.post("/save").status_code == 400
    head = {"X-CSRFToken": token_in(client.get("/log-in").text)}
    assert client.post("/save", headers=head).text == "saved"
    assert client.post("/save", headers=head | {"Origin": "http://localhost"}).text == "saved"
    for origin in ("http://evil.example", "null", "http://localhost.evil.example"):
        assert client.post("/save", headers=head | {"Origin": origin}).status_code == 403
    assert client.post("/save", headers=head | {"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_a_cookie_is_signed(client: FlaskClient, tmp_path: Path) -> None:
    Credentials(tmp_path).set_password(PASSWORD)
    client.set_cookie("specseek", "eyJhZG1pbiI6IiJ9.aaaa.bbbb")
    assert client.get("/context").status_code == 302


def test_a_trusted_proxy_names_the_admin(tmp_path: Path) -> None:
    app = site_on(tmp_path, user_header="X-User", proxies=("10.0.0.0/8",))
    app.add_url_rule("/context", view_func=context)
    client = app.test_client()
    inside, outside = {"REMOTE_ADDR": "10.1.2.3"}, {"REMOTE_ADDR": "11.1.2.3"}
    answer = client.get("/context", headers={"X-User": "lilei"}, environ_base=inside)
    assert answer.text == "lilei"
    assert client.get("/context", environ_base=inside).status_code == 302
    assert client.get("/context", headers={"X-User": "x"}, environ_base=outside).status_code == 302


# The password: in a file, made once, read by its owner alone, never holding the password itself;
# or in a ledger that several servers share.


@pytest.fixture(params=["file", pytest.param("ledger", marks=pytest.mark.slow)])
def chosen(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    defaults = load_settings().model_copy(update={"data": tmp_path})
    if request.param == "ledger":
        url = request.getfixturevalue("postgres_url")
        defaults = defaults.model_copy(update={"ledger": url})
    return defaults


@pytest.fixture
def stores(chosen: Settings) -> Callable[[], Credentials]:
    """Credentials as another server would open them."""
    return lambda: credentials_for(chosen)


def test_several_servers_share_sessions_and_password(stores: Callable[[], Credentials]) -> None:
    first, second = stores(), stores()
    assert first.session_key == second.session_key
    first.set_password(PASSWORD)
    assert second.is_password(PASSWORD)
    assert second.stamp == first.stamp


def test_of_many_with_the_invitation_one_sets_the_password(
    stores: Callable[[], Credentials],
) -> None:
    word = stores().invitation
    with ThreadPoolExecutor(8) as pool:
        tries = [pool.submit(stores().accept_invitation, word, f"password {n}") for n in range(8)]
    (winner,) = [number for number, one in enumerate(tries) if one.result()]
    assert stores().is_password(f"password {winner}")


def _claim(settings: Settings, word: str, number: int, start: Barrier, won: Queue[int]) -> None:
    known = credentials_for(settings)
    start.wait()
    if known.accept_invitation(word, f"password {number}"):
        won.put(number)


def test_of_processes_that_claim_the_first_start_at_one_moment_one_wins(
    stores: Callable[[], Credentials], chosen: Settings
) -> None:
    """As two servers on one machine or, with the ledger, on two."""
    word, several = stores().invitation, get_context("spawn")
    start, won = several.Barrier(2), several.Queue()
    servers = [
        several.Process(target=_claim, args=(chosen, word, number, start, won))
        for number in range(2)
    ]
    for one in servers:
        one.start()
    for one in servers:
        one.join()
    assert stores().is_password(f"password {won.get(timeout=PATIENCE)}")
    assert won.empty()


def test_of_two_who_change_the_password_at_one_moment_one_succeeds(
    stores: Callable[[], Credentials],
) -> None:
    stores().set_password(PASSWORD)
    with ThreadPoolExecutor(8) as pool:
        new = [f"password {n}" for n in range(8)]
        tries = list(pool.map(lambda word: stores().change_password(PASSWORD, word), new))
    (winner,) = [word for word, changed in zip(new, tries, strict=True) if changed]
    assert stores().is_password(winner)


def test_a_new_site_has_an_invitation_and_no_password(tmp_path: Path) -> None:
    new = Credentials(tmp_path / "data")
    assert not new.has_password
    assert new.is_invited(new.invitation)
    assert not new.is_invited("")
    assert not new.is_password("")
    assert stat.S_IMODE((tmp_path / "data" / CREDENTIALS_FILE).stat().st_mode) == 0o600


def test_a_password_is_kept_as_a_hash_and_ends_the_invitation(tmp_path: Path) -> None:
    first, second = Credentials(tmp_path), Credentials(tmp_path)
    word, stamp = first.invitation, first.stamp
    first.set_password("correct horse 电池")
    assert second.is_password("correct horse 电池")
    assert not second.is_password("correct horse")
    assert not second.is_invited(word)
    assert not second.is_invited("")
    assert second.stamp != stamp
    assert second.session_key == first.session_key
    text = (tmp_path / CREDENTIALS_FILE).read_text("utf-8")
    assert "horse" not in text
    assert stat.S_IMODE((tmp_path / CREDENTIALS_FILE).stat().st_mode) == 0o600


@pytest.mark.parametrize("password", ["", "seven77", "x" * 1_001])
def test_passwords_that_are_none(tmp_path: Path, password: str) -> None:
    credentials = Credentials(tmp_path)
    with pytest.raises(AccessError, match="8 to 1000 characters"):
        credentials.set_password(password)
    assert not credentials.has_password


@pytest.mark.parametrize("text", ["", "{", "[]", '{"password": ""}', '{"a": 1}'])
def test_a_damaged_file_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / CREDENTIALS_FILE).write_text(text)
    with pytest.raises(AccessError, match="is damaged; remove it"):
        _ = Credentials(tmp_path).session_key
