"""`specseek repair`: what fell, what would mend it, and what is lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result

from specseek.commands.rules import repair
from tests.review.fallen_site import NOW, crawl, empty_page, new_page, shop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from review.context import ReviewContext


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ReviewContext]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPECSEEK_TOPICS", str(tmp_path / "topics"))
    monkeypatch.setenv("SPECSEEK_RULES", str(tmp_path / "rules"))
    with shop(tmp_path) as opened:
        yield opened


def run(*arguments: str) -> Result:
    return CliRunner().invoke(repair, arguments, catch_exceptions=False)


def test_nothing_fell(context: ReviewContext) -> None:
    done = run()
    assert (done.exit_code, done.stdout) == (0, "")
    assert "All sites are read as before" in done.stderr
    assert context.topic_name == "phones"


def test_a_repair_in_words(context: ReviewContext) -> None:
    crawl(context, new_page, NOW + 100)
    done = run()
    assert done.exit_code == 0
    assert done.stdout == (
        "shop.example: 8 of 8 pages have a record, 8 of 32 values are still read\n"
        "  change 1 would read it again: precision 100.0%, recall 100.0% on 5 pages that taught "
        "nothing\n"
        "  renamed: 参考价格 is now 市场均价\n"
        "  no longer shown: 主屏尺寸\n"
    )
    assert "1 repair proposed: specseek rules confirm ID" in done.stderr


def test_a_repair_as_json(context: ReviewContext) -> None:
    crawl(context, new_page, NOW + 100)
    (line,) = run("--json", "--site", "shop.example").stdout.splitlines()
    told = json.loads(line)
    assert (told["topic"], told["site"], told["change"]) == ("phones", "shop.example", 1)
    assert told["predicted"]["f1"] == 1.0
    assert run("--site", "other.example").stdout == ""


def test_an_alarm_is_exit_status_1(context: ReviewContext) -> None:
    crawl(context, empty_page, NOW + 100)
    done = run()
    assert done.exit_code == 1
    assert "ALARM: only 25% of the known values" in done.stdout
    assert "1 site lost: specseek errors --kind coverage" in done.stderr


def test_without_a_crawl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run()
    assert done.exit_code == 0
    assert "No crawl yet" in done.stderr
    assert run("--topic", "nope").exit_code == 1
