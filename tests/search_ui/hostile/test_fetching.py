"""The form that fetches a page reaches nothing inside, whatever address is typed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from evaluation.hostile.host import Canary
from tests.search_ui.log_in import token_in

if TYPE_CHECKING:
    from tests.search_ui.hostile.conftest import Target

INSIDE = (
    "http://0x7f000001:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://evil.example@127.0.0.1:{port}/",
    "http://169.254.169.254/latest/meta-data/",
)
NO_PAGES = (
    "file:///etc/passwd",
    "ftp://127.0.0.1:{port}/",
    "gopher://127.0.0.1:{port}/_x",
    "javascript:alert(1)",
    "data:text/html,<p>x</p>",
    "//127.0.0.1:{port}/",
    "http://",
    "http://a.example:99999/",
    "http://a.example/\r\nHost: b",
    "http://[::1",
    "",
)


@pytest.fixture(autouse=True)
def no_proxy_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def status(target: Target, url: str) -> int:
    """Each by a client of its own with the admin's cookie: they are asked at the same time."""
    client = target.app.test_client()
    cookie = target.admin.get_cookie("specseek")
    assert cookie
    client.set_cookie("specseek", cookie.value)
    token = token_in(client.get("/label").text)
    return client.post("/label/fetch", data={"csrf_token": token, "url": url}).status_code


@pytest.mark.slow
def test_nothing_inside_is_contacted_and_no_draft_is_made(target: Target) -> None:
    drafts = sorted((target.data / "drafts").rglob("*"))
    with Canary() as canary, ThreadPoolExecutor(2) as several:
        urls = [url.replace("{port}", str(canary.port)) for url in (*INSIDE, *NO_PAGES)]
        answers = list(several.map(lambda url: status(target, url), urls))
        assert dict(zip(urls, answers, strict=True)) == dict.fromkeys(urls, 422)
        assert canary.connections == 0
    assert sorted((target.data / "drafts").rglob("*")) == drafts
