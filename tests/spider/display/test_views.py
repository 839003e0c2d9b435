"""What stands on the screen, on terminals narrow and wide, low and high."""

import time
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import RenderableType

from spider.display.views import EndView, LiveView
from spider.progress import CrawlProgress

Render = Callable[..., str]


@pytest.fixture
def view(progress: CrawlProgress) -> RenderableType:
    return LiveView("phones", progress)


def row(text: str, name: str) -> list[str]:
    (line,) = (line for line in text.splitlines() if line.startswith(name))
    return line.split()


def test_the_heading_has_the_totals(view: RenderableType, render: Render) -> None:
    assert render(view).splitlines()[0] == (
        "phones  40 s  280 pages (7.0/s)  240 records (120 new, 120 changed)"
        "  40 unchanged  4.8 MB  2 errors"
    )


def test_the_heading_breaks_between_its_parts(view: RenderableType, render: Render) -> None:
    assert render(view, width=40).splitlines()[:3] == [
        "phones  40 s  280 pages (7.0/s)",
        "240 records (120 new, 120 changed)",
        "40 unchanged  4.8 MB  2 errors",
    ]


def test_each_site_with_its_figures(view: RenderableType, render: Render) -> None:
    text = render(view)
    figures = "site pages records pages/s waiting unchanged errors pause"
    assert row(text, "site") == figures.split()
    assert row(text, "pcpop") == ["pcpop.example", "120", "120", "3.0", "1,234", "0", "1"]
    assert row(text, "手机") == ["手机之家.example", "120", "120", "3.0", "12", "0", "0", "45", "s"]


def test_the_pause_goes_when_it_is_over(
    view: RenderableType, render: Render, progress: CrawlProgress
) -> None:
    progress.waiting("手机之家.example", 12)
    assert "pause" not in render(view)


def test_the_queue_by_group(view: RenderableType, render: Render) -> None:
    text = render(view, width=80)
    assert row(text, "queue") == ["queue", "queued", "done", "held", "failed"]
    assert row(text, "product") == ["product", "900", "120", "0", "0"]
    assert row(text, "list") == ["list", "0", "0", "0", "0"]
    assert row(text, "other") == ["other", "2,403", "0", "40,000", "5"]


def test_the_last_errors_by_kind(
    view: RenderableType, render: Render, progress: CrawlProgress
) -> None:
    at = time.strftime("%H:%M:%S", time.localtime(progress.clock()))
    text = render(view, width=80)
    assert row(text, "timeout") == ["timeout", "1", at, "pcpop.example"]


def test_chinese_is_aligned(view: RenderableType, render: Render) -> None:
    lines = render(view, width=60).splitlines()
    ends = {cell_len(line) for line in lines if line.startswith(("pcpop", "手机"))}
    pcpop, phones = (next(x for x in lines if x.startswith(name)) for name in ("pcpop", "手机"))
    assert cell_len(pcpop[: pcpop.index("120")]) == cell_len(phones[: phones.index("120")])
    assert max(ends) <= 60


def test_text_from_the_web_is_shown_as_it_is_spelt(view: RenderableType, render: Render) -> None:
    assert r"[red]evil\x1b[31m\u202e.example" in render(view)


@pytest.mark.parametrize("width", [30, 40, 80, 200])
def test_names_give_way_before_figures_do(view: RenderableType, render: Render, width: int) -> None:
    text = render(view, width=width)
    assert "120      120" in text
    assert ("手机之家.example" in text) == (width >= 40)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (80, 50), (200, 24), (120, 60)])
def test_it_fits_the_terminal_however_many_sites_there_are(
    progress: CrawlProgress, render: Render, width: int, height: int
) -> None:
    for number in range(500):
        progress.page(f"{number}.example", 1)
        progress.fault(f"{number}.example", f"kind-{number}")
    text = render(LiveView("phones", progress), width, height)
    assert len(text.splitlines()) <= height
    assert " more" in text


def test_nothing_has_come_yet(render: Render) -> None:
    text = render(LiveView("phones", CrawlProgress()))
    assert "0 pages (0.0/s)" in text
    assert "error " not in text


# The table at the end, why it ended, and what to do next.


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
    assert "Held back as traps: 40,000 links." in text
    assert "What went wrong: specseek errors" in text


def test_a_crawl_that_is_done_has_nothing_to_go_on_with(render: RenderEnd) -> None:
    progress = CrawlProgress()
    progress.page("pcpop.example", 100, new=1)
    text = render(EndView(progress, "finished"))
    assert "nothing left to fetch" in text
    assert not any(word in text for word in ("Run the same", "Held back", "went wrong"))
    assert "specseek crawl-status" in text


def test_that_links_are_left_is_no_end_for_want_of_links(
    progress: CrawlProgress, render: RenderEnd
) -> None:
    progress.reason = "site-budget"
    text = " ".join(render(EndView(progress, "finished")).split())
    assert "every site with links left has used up its budget of pages" in text
    assert "nothing left to fetch" not in text


def test_a_reason_of_our_own_is_told_as_it_is(progress: CrawlProgress, render: RenderEnd) -> None:
    assert ": [b]the disk is full." in render(EndView(progress, "[b]the disk is full"))


@pytest.mark.parametrize("width", [40, 200])
def test_narrow_and_wide(progress: CrawlProgress, render: RenderEnd, width: int) -> None:
    text = render(EndView(progress, "finished"), width)
    assert "手机之家.example" in text
    assert ("unchanged" in text) == (width > 40)
