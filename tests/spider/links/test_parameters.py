from __future__ import annotations

import pytest

from spider.links.parameters import is_idle, without_session


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("utm_source", "mail"), ("gclid", "x"), ("fbclid", "x"), ("spm", "a1.b2"),
        ("PHPSESSID", "a"), ("sid", "aB3xZ9"), ("s", "0123456789abcdef0123456789abcdef"),
    ],
)  # fmt: skip
def test_trackers_and_sessions_choose_no_page(name: str, value: str) -> None:
    assert is_idle(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", "3"), ("cid", "12"), ("sid", "12"), ("uid", "7"), ("keyword", "nokia"),
        ("source", "2"), ("game", "1"), ("s", "nokia"), ("session", "3"), ("page", "2"),
    ],
)  # fmt: skip
def test_what_may_choose_a_page_is_kept(name: str, value: str) -> None:
    assert not is_idle(name, value)


def test_sessions_in_paths() -> None:
    assert without_session("/a;jsessionid=8F/b;v=1") == "/a/b;v=1"
    assert without_session("/item(2)/") == "/item(2)/"
