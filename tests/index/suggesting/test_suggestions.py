from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.suggesting.errors import SuggestionsUnreadableError
from index.suggesting.keys import SUGGESTIONS_FILE
from index.suggesting.suggestions import Suggestions
from index.suggesting.writing import write_suggestions

if TYPE_CHECKING:
    from pathlib import Path

    from core.topic import Topic


def use(folder: Path) -> None:
    suggestions = Suggestions.open(folder)
    try:
        suggestions.complete("xiaomi")
        suggestions.correct("小咪")
    finally:
        suggestions.close()


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SuggestionsUnreadableError, match="specseek index build"):
        Suggestions.open(tmp_path)


def test_a_file_that_was_cut_off_says_what_to_do(phones: Topic, tmp_path: Path) -> None:
    write_suggestions(tmp_path, [("小米 12", 1.0)], phones)
    whole = (tmp_path / SUGGESTIONS_FILE).read_bytes()
    for length in (0, 5, 100, 4096, len(whole) // 2):
        (tmp_path / SUGGESTIONS_FILE).write_bytes(whole[:length])
        with pytest.raises(SuggestionsUnreadableError, match="specseek index build"):
            use(tmp_path)


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(content=st.binary())
def test_anything_else_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / SUGGESTIONS_FILE).write_bytes(content)
    with pytest.raises(SuggestionsUnreadableError):
        Suggestions.open(tmp_path)


def test_a_folder_may_be_called_anything(phones: Topic, tmp_path: Path) -> None:
    folder = tmp_path / "手机 50%?#x"
    write_suggestions(folder, [("小米 12", 1.0)], phones)
    use(folder)


def test_threads_share_one(suggestions: Suggestions) -> None:
    found: list[list[str]] = []
    threads = [
        Thread(
            target=lambda: found.append(
                [*suggestions.complete("小米"), *suggestions.correct("小咪")]
            )
        )
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(one == found[0] for one in found)
