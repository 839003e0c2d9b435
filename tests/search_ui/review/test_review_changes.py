from __future__ import annotations

from search_ui.review_changes import MOST_LINES, file_diff, file_diffs
from store.changes import FileChange


def test_a_line_more_in_a_file() -> None:
    diff = file_diff(
        FileChange("topics/phones.yaml", "a\n重量\nc\n".encode(), "a\n重量\n颜色\nc\n".encode())
    )
    assert (diff.what, diff.added, diff.removed, diff.cut) == ("changed", 1, 0, False)
    assert ("added", "+颜色") in diff.lines
    assert ("same", " 重量") in diff.lines


def test_new_and_removed_files() -> None:
    new = file_diff(FileChange("rules/x.yaml", None, b"a\nb\n"))
    gone = file_diff(FileChange("rules/x.yaml", b"a\nb\n", None))
    assert (new.what, new.added) == ("new", 2)
    assert (gone.what, gone.removed) == ("gone", 2)


def test_what_nobody_could_read_is_not_shown() -> None:
    picture = file_diff(FileChange("x", b"\0\1", b"\0\2"))
    large = file_diff(FileChange("x", b"", b"line\n" * 100_000))
    assert picture.lines == large.lines == ()
    assert picture.cut
    assert large.cut


def test_long_differences_and_lines_are_cut() -> None:
    many = file_diff(FileChange("x", b"", b"line\n" * (MOST_LINES + 50)))
    assert (len(many.lines), many.added, many.cut) == (MOST_LINES, MOST_LINES + 50, True)
    (_, line) = file_diff(FileChange("x", b"", b"y" * 100_000)).lines
    assert len(line.text) < 1000


def test_hostile_bytes_are_made_readable() -> None:
    (_, line) = file_diff(FileChange("x", b"", b"\xff\x1b[31m<script>")).lines
    assert line.text == "+\ufffd[31m<script>"


def test_what_people_read_comes_first_and_pages_are_not_shown() -> None:
    paths = ("rules/phones/samples/a/1.html", "rules/phones/a.yaml", "topics/phones.yaml")
    diffs = file_diffs([FileChange(path, None, b"<p>") for path in paths])
    assert [diff.path for diff in diffs] == list(reversed(paths))
    assert [len(diff.lines) for diff in diffs] == [2, 2, 0]
