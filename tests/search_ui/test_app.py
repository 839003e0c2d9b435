"""No page runs what is written inline, loads from elsewhere or is framed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort

from search_ui.app import content_security_policy
from tests.search_ui.site_for_tests import site_on

if TYPE_CHECKING:
    from pathlib import Path


def test_every_answer_has_them_errors_too(tmp_path: Path) -> None:
    client = site_on(tmp_path).test_client()
    for path in ("/nowhere", "/static/base.css"):
        with client.get(path) as answer:
            headers = answer.headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"


def test_a_view_may_set_one_directive_anew() -> None:
    policy = content_security_policy(frame_ancestors="'self'").split("; ")
    assert "frame-ancestors 'self'" in policy
    assert "script-src 'self'" in policy
    assert len(policy) == len(content_security_policy().split("; "))


# What a visitor sees where something is wrong.


def test_a_page_in_the_visitors_language(tmp_path: Path) -> None:
    answer = site_on(tmp_path).test_client().get("/nowhere", headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert "Page not found" in answer.text


def test_json_where_json_was_asked_for(tmp_path: Path) -> None:
    answer = site_on(tmp_path).test_client().get("/nowhere.json")
    assert answer.status_code == 404
    assert answer.get_json()["error"]["status"] == 404


def test_a_failure_is_logged_and_tells_nothing_of_itself(tmp_path: Path) -> None:
    app = site_on(tmp_path)

    def broken() -> str:
        raise RuntimeError("the secret words")

    app.add_url_rule("/broken", view_func=broken)
    app.add_url_rule("/later", view_func=lambda: abort(429))
    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert app.test_client().get("/later").status_code == 429
