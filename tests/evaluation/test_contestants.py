from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from evaluation.contestants import RIVALS, Contestant, NotTakingPartError
from evaluation.reading_task import ReadingTask, reading_task

if TYPE_CHECKING:
    from collections.abc import Callable

    from evaluation.reading_task import Answer


@pytest.fixture(scope="module")
def task() -> ReadingTask:
    return reading_task(4_000)


# autoscraper still calls BeautifulSoup by names given up long ago.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("rival", RIVALS, ids=lambda rival: rival.name)
def test_every_rival_reads_the_page(rival: Contestant, task: ReadingTask) -> None:
    try:
        run = rival.prepared(task)
    except NotTakingPartError as reason:
        if "is not here" in str(reason):
            pytest.skip(str(reason))
        raise
    assert run() is not None


def reads_nothing(_task: ReadingTask) -> Callable[[], Answer]:
    return dict


def test_whoever_reads_the_page_wrong_is_not_timed(
    task: ReadingTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("evaluation.rivals.css.css_extraction", reads_nothing)
    rival = next(rival for rival in RIVALS if rival.name == "parsel, CSS")
    with pytest.raises(NotTakingPartError, match="reads the page wrong"):
        rival.prepared(task)


def test_whoever_is_not_installed_is_named_with_what_to_do(task: ReadingTask) -> None:
    absent = Contestant("nobody", "rival", "no_such_module:run", to_have_it="ask around")
    with pytest.raises(
        NotTakingPartError, match=r"^nobody: .*no_such_module is not here \(ask around\)$"
    ):
        absent.prepared(task)
