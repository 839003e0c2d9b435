"""Cookies, caches and guesses: what a log-in leaves behind, and what it takes."""

from __future__ import annotations

import os
import stat
import time
from functools import partial
from operator import sub
from typing import TYPE_CHECKING

import pytest

from search_ui.credentials import CREDENTIALS_FILE, Credentials
from store.database import SteadyClock
from tests.search_ui.hostile.asking import ask
from tests.search_ui.hostile.routes import ADMIN_PAGES, PUBLIC
from tests.search_ui.log_in import PASSWORD, logged_in, token_in
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from tests.search_ui.hostile.conftest import Target

VISITED = [name for name in PUBLIC if not name.startswith("access.")]


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    Credentials(tmp_path).set_password(PASSWORD)
    return site_on(tmp_path).test_client()


def cookie_after_log_in(client: FlaskClient, scheme: str) -> str:
    base = f"{scheme}://localhost"
    token = token_in(client.get("/log-in", base_url=base).text)
    answer = client.post(
        "/log-in",
        base_url=base,
        data={"csrf_token": token, "password": PASSWORD},
        headers={"Referer": f"{base}/log-in"},
    )
    assert answer.status_code == 303
    (cookie,) = answer.headers.getlist("Set-Cookie")
    return cookie


def test_the_cookie_is_not_for_scripts_nor_for_other_sites(client: FlaskClient) -> None:
    parts = cookie_after_log_in(client, "http").split("; ")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(parts)
    assert not [part for part in parts if part.startswith(("Domain", "Expires", "Max-Age"))]
    assert PASSWORD not in parts[0]


def test_where_the_line_is_secure_the_cookie_stays_on_it(client: FlaskClient) -> None:
    assert "; Secure" in cookie_after_log_in(client, "https")


def test_a_session_survives_a_clock_that_is_set_back_and_ends_in_time(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day, wall, passed = 86_400.0, [time.time()], [0.0]
    clock = SteadyClock(lambda: wall[0], lambda: passed[0])
    monkeypatch.setattr("store.database._CLOCK", clock)
    logged_in(client, tmp_path)
    wall[0] -= day
    assert client.get("/monitor").status_code == 200
    passed[0] += 13 * day  # the clock stands still
    assert client.get("/monitor").status_code == 200
    passed[0] += 2 * day
    assert client.get("/monitor").status_code == 302


def test_servers_whose_clocks_differ_a_little_share_sessions(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged_in(client, tmp_path)
    for behind, status in [(60.0, 200), (86_400.0, 302)]:
        clock = SteadyClock(partial(sub, time.time(), behind))
        monkeypatch.setattr("store.database._CLOCK", clock)
        assert client.get("/monitor").status_code == status


def test_who_brought_a_session_does_not_share_the_admins(
    client: FlaskClient, tmp_path: Path
) -> None:
    """A cookie that somebody planted before the log-in is worth nothing after it."""
    token = token_in(client.get("/log-in").text)
    planted = client.get_cookie("specseek")
    assert planted
    logged_in(client, tmp_path)
    assert client.post("/log-out", data={"csrf_token": token}).status_code == 400
    thief = client.application.test_client()
    thief.set_cookie("specseek", planted.value)
    assert thief.get("/monitor").status_code == 302


def test_a_log_out_takes_the_cookie_back(client: FlaskClient, tmp_path: Path) -> None:
    logged_in(client, tmp_path)
    token = token_in(client.get("/monitor").text)
    assert client.get("/log-out").status_code == 405
    assert client.post("/log-out", data={"csrf_token": token}).status_code == 303
    assert client.get_cookie("specseek") is None
    assert client.get("/monitor").status_code == 302


@pytest.mark.parametrize("endpoint", VISITED)
def test_a_visitor_is_given_neither_cookie_nor_token(target: Target, endpoint: str) -> None:
    visitor = target.app.test_client()
    answer = ask(visitor, target.example(PUBLIC[endpoint]))
    assert not answer.headers.getlist("Set-Cookie")
    assert b"csrf" not in answer.data


@pytest.mark.parametrize("endpoint", [*ADMIN_PAGES, "home.home", "product.product_page"])
def test_nobody_stores_what_the_admin_sees(target: Target, endpoint: str) -> None:
    route = (PUBLIC | ADMIN_PAGES)[endpoint]
    answer = ask(target.admin, target.example(route))
    assert "no-store" in answer.headers["Cache-Control"]
    assert "public" not in answer.headers["Cache-Control"]
    assert "Cookie" in answer.headers["Vary"]


def test_nobody_stores_a_form_with_a_token(tmp_path: Path) -> None:
    word = Credentials(tmp_path).invitation
    client = site_on(tmp_path).test_client()
    for path in ("/log-in", f"/first-start?word={word}"):
        answer = client.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", ["/p/xiaomi:14", "/compare?id=xiaomi:14&id=xiaomi:14pro"])
def test_admin_and_visitor_never_share_an_etag(target: Target, path: str) -> None:
    seen = target.admin.get(path)
    assert b"csrf-token" in seen.data
    answer = target.app.test_client().get(path, headers={"If-None-Match": seen.headers["ETag"]})
    assert answer.status_code == 200
    assert b"csrf-token" not in answer.data


def test_guessing_is_counted_by_who_is_connected_not_by_what_he_says(client: FlaskClient) -> None:
    token = token_in(client.get("/log-in").text)
    answers = [
        client.post(
            "/log-in",
            data={"csrf_token": token, "password": f"guess {number}"},
            headers={"X-Forwarded-For": f"10.0.0.{number}", "X-Real-IP": f"10.0.0.{number}"},
        ).status_code
        for number in range(8)
    ]
    assert answers == [403] * 6 + [429] * 2
    right = {"csrf_token": token, "password": PASSWORD}
    assert client.post("/log-in", data=right).status_code == 429


def test_the_file_of_the_password_is_its_owners_at_every_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modes: list[int] = []
    fsync = os.fsync

    def look(handle: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
        fsync(handle)

    known = Credentials(tmp_path)
    monkeypatch.setattr(os, "fsync", look)
    known.set_password(PASSWORD)
    written, _folder = modes
    assert oct(written) == "0o600"
    assert oct((tmp_path / CREDENTIALS_FILE).stat().st_mode & 0o777) == "0o600"
