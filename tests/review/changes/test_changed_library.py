from __future__ import annotations

from typing import TYPE_CHECKING

from review.changes.changed_library import ChangedLibrary

if TYPE_CHECKING:
    from review.workshop import ReviewContext


def test_files_that_change_are_read_from_memory_others_from_the_folder(
    stored: ReviewContext,
) -> None:
    folder = stored.library().folder
    unchanged = ChangedLibrary(folder, {"b.example.yaml": b"source: b.example\nversion: 7\n"})
    known, new = (unchanged.rules_for(f"http://www.{site}.example/") for site in "ab")
    assert known == stored.library().rules_for("http://a.example/")
    assert new is not None
    assert new.version == 7
    gone = ChangedLibrary(folder, {"a.example.yaml": None})
    assert gone.rules_for("http://a.example/") is None
