from __future__ import annotations

from importlib.metadata import version

from protego import Protego

from spider.politeness.identity import ROBOTS_TOKEN, user_agent


def test_sites_see_name_version_and_whom_to_write_to() -> None:
    name = f"SpecSeek/{version('specseek')}"
    assert user_agent("crawl@shop.example") == f"{name} (+mailto:crawl@shop.example)"
    assert user_agent("https://shop.example/bot") == f"{name} (+https://shop.example/bot)"
    assert user_agent("") == name


def test_robots_files_reach_us_by_the_token() -> None:
    robots = Protego.parse("User-agent: *\nAllow: /\n\nUser-agent: specseek\nDisallow: /private\n")
    assert not robots.can_fetch("http://shop.example/private", ROBOTS_TOKEN)
    assert not robots.can_fetch("http://shop.example/private", user_agent("a@b.example"))
