"""No page runs what is written inline, loads from elsewhere or is framed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search_ui.headers import content_security_policy
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
