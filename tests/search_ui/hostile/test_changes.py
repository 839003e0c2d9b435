"""Only the admin, in a form of this very site, changes anything; reading never does."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from search_ui.credentials import CREDENTIALS_FILE, Credentials
from tests.search_ui.hostile.asking import ask, check
from tests.search_ui.hostile.routes import ADMIN_PAGES, POSTED, READ
from tests.search_ui.log_in import PASSWORD, token_in
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from tests.search_ui.hostile.conftest import Target

ADMIN_FORMS = [endpoint for endpoint, route in POSTED.items() if route.admin]
FOREIGN = {
    "another site": {"Origin": "http://evil.example"},
    "another port": {"Origin": "http://localhost:81"},
    "a name that begins alike": {"Origin": "http://localhost.evil.example"},
    "a name with ours before it": {"Origin": "http://localhost@evil.example"},
    "a frame without an origin": {"Origin": "null"},
    "an empty origin": {"Origin": ""},
    "a browser that says so": {"Sec-Fetch-Site": "cross-site"},
    "a neighbour": {"Sec-Fetch-Site": "same-site"},
}
REFUSED = {400, 403}


def kept(*folders: Path) -> dict[str, str]:
    """All files and what is in them; SQLite's own notes of who is reading are none of ours."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")
    }


def body(token: str, target: Target) -> str:
    """What would be done if it were let through: a draft saved, a decision, the log-in, …"""
    pair = "attribute=重量&name=&value=x&name_leaf=&value_leaves=&save=draft"
    word = Credentials(target.data).invitation
    answer = "choice=reject&proposal=1&decision=1"
    return f"csrf_token={token}&{pair}&{answer}&password={PASSWORD}&again={PASSWORD}&word={word}"


@pytest.mark.parametrize("endpoint", POSTED)
def test_forms_from_other_origins_are_refused(target: Target, endpoint: str) -> None:
    before = kept(target.data, target.rules)
    address = target.example(POSTED[endpoint])
    form = body(target.token, target)
    for whence, headers in FOREIGN.items():
        answer = ask(target.admin, address, "POST", form, headers)
        check(answer, (endpoint, whence))
        assert answer.status_code == 403, whence
        assert not answer.headers.getlist("Set-Cookie"), whence
    assert kept(target.data, target.rules) == before
    assert target.admin.get("/monitor").status_code == 200


@pytest.mark.parametrize("endpoint", POSTED)
def test_forms_without_the_token_are_refused(target: Target, endpoint: str) -> None:
    before = kept(target.data, target.rules)
    for token in ("", "x", "null", "." * 10_000):
        answer = ask(target.admin, target.example(POSTED[endpoint]), "POST", body(token, target))
        check(answer, (endpoint, token[:10]))
        assert answer.status_code == 400, token[:10]
    assert kept(target.data, target.rules) == before


@pytest.mark.parametrize("endpoint", ADMIN_FORMS)
def test_forms_without_login_are_refused(target: Target, endpoint: str) -> None:
    before = kept(target.data, target.rules)
    visitor = target.app.test_client()
    own = token_in(visitor.get("/log-in").text)
    for token in (own, target.token, ""):
        answer = ask(visitor, target.example(POSTED[endpoint]), "POST", body(token, target))
        check(answer, endpoint)
        assert answer.status_code in REFUSED
    assert kept(target.data, target.rules) == before


@pytest.mark.parametrize("endpoint", ADMIN_PAGES)
def test_the_admin_pages_are_shown_to_the_admin_alone(target: Target, endpoint: str) -> None:
    address = target.example(ADMIN_PAGES[endpoint])
    visitor = target.app.test_client()
    answer = ask(visitor, address)
    assert (answer.status_code, answer.location[:13]) == (302, "/log-in?next=")
    assert ask(visitor, address, headers={"Content-Type": "application/json"}).status_code == 403
    assert ask(visitor, address, "HEAD").status_code == 403
    for forged in ({"X-User": "admin"}, {"Remote-User": "admin"}, {"X-Forwarded-For": "127.0.0.1"}):
        assert ask(visitor, address, headers=forged).status_code == 302


def test_reading_changes_nothing(target: Target) -> None:
    def read_all() -> None:
        for route in READ.values():
            answer = ask(target.admin, target.example(route))
            assert answer.status_code < 500

    read_all()
    before = kept(target.data, target.rules)
    read_all()
    assert kept(target.data, target.rules) == before


def test_the_first_password_is_set_by_who_was_invited_and_once(tmp_path: Path) -> None:
    known = Credentials(tmp_path)
    word = known.invitation
    client = site_on(tmp_path).test_client()
    token = token_in(client.get("/log-in").text)
    before = (tmp_path / CREDENTIALS_FILE).read_bytes()
    guesses = ("", word[:-1], word + "x", word.upper() + "x", "\0", "％", "a" * 100_000)
    for guess in guesses:
        form = {"csrf_token": token, "word": guess, "password": PASSWORD, "again": PASSWORD}
        assert client.post("/first-start", data=form).status_code == 403
        assert client.get("/first-start", query_string={"word": guess}).status_code == 403
    assert (tmp_path / CREDENTIALS_FILE).read_bytes() == before
    form = {"csrf_token": token, "word": word, "password": PASSWORD, "again": PASSWORD}
    assert client.post("/first-start", data=form).status_code == 303
    again = {"password": "another one", "again": "another one"}
    later = site_on(tmp_path).test_client()
    own = {"csrf_token": token_in(later.get("/log-in").text)}
    for guess in ("", word):
        tried = {**form, **again, **own, "word": guess}
        assert later.post("/first-start", data=tried).status_code == 403
    assert Credentials(tmp_path).is_password(PASSWORD)
