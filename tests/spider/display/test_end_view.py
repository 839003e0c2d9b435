"""The table at the end, why it ended, and what to do next."""

from collections.abc import Callable

import pytest

from spider.display.end_view import EndView
from spider.progress import CrawlProgress

RenderEnd = Callable[..., str]


def test_sites_and_all_of_them_together(progress: CrawlProgress, render: RenderEnd) -> None:
    lines = render(EndView(progress, "finished")).splitlines()
    table = {line.split()[0]: line.split()[1:] for line in lines if line}
    assert table["site"] == ["pages", "records", "unchanged", "errors"]
    assert table["pcpop.example"] == ["120", "120", "0", "1"]
    assert table["all"] == ["280", "240", "40", "2"]


def test_what_is_left_and_what_to_do(progress: CrawlProgress, render: RenderEnd) -> None:
    text = render(EndView(progress, "shutdown"))
    assert "Ended after 40 s and 4.8 MB: it was told to stop (Ctrl-C or a signal)." in text
    assert "Left in the queue: 3,303 links. Run the same command to go on." in text
    assert "Held back (traps, budgets): 40,000 links." in text
    assert "What went wrong: specseek errors" in text


def test_a_crawl_that_is_done_has_nothing_to_go_on_with(render: RenderEnd) -> None:
    progress = CrawlProgress()
    progress.page("pcpop.example", 100, new=1)
    text = render(EndView(progress, "finished"))
    assert "nothing left to fetch" in text
    assert not any(word in text for word in ("Run the same", "Held back", "went wrong"))
    assert "specseek crawl-status" in text


def test_a_reason_of_our_own_is_told_as_it_is(progress: CrawlProgress, render: RenderEnd) -> None:
    assert ": [b]the disk is full." in render(EndView(progress, "[b]the disk is full"))


@pytest.mark.parametrize("width", [40, 200])
def test_narrow_and_wide(progress: CrawlProgress, render: RenderEnd, width: int) -> None:
    text = render(EndView(progress, "finished"), width)
    assert "手机之家.example" in text
    assert ("unchanged" in text) == (width > 40)
