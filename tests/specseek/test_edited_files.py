"""Files that people edit: whatever an edit does to them, they are read, or the mistake is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FileProblems
from core.settings import SHIPPED_RULES, SHIPPED_SOURCES, SHIPPED_TOPICS
from core.sources import load_sources
from core.topic import load_topic
from rules.library import RuleLibrary

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def read_rules(folder: Path) -> object:
    return RuleLibrary(folder).rules_for("http://www.pconline.example/")


FILES: dict[str, tuple[Path, Callable[[Path], object]]] = {
    "topic": (SHIPPED_TOPICS / "monitors.yaml", lambda folder: load_topic(folder, "monitors")),
    "sources": (SHIPPED_SOURCES / "phones.yaml", lambda folder: load_sources(folder, "phones")),
    "rules": (SHIPPED_RULES / "phones" / "pconline.example.yaml", read_rules),
}
# What slips in: marks of YAML, other types, characters that nobody sees.
MARKS = ["\t", ": ", "- ", "{", "]", "&a ", "*a", "!!python/object:os.system ", "|\n", "'", '"']
VALUES = ["null", "1e999", "0x", "~", "yes", "2009-07-01", "#", "，", "：", "\n"]
UNSEEN = ["\u200b", "\ufeff", "\0", "\x85"]
WRITTEN = st.sampled_from([*MARKS, *VALUES, *UNSEEN]) | st.text(max_size=5)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), WRITTEN), min_size=1, max_size=4)


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("kind", FILES)
@given(edits=EDITS)
def test_any_edit_is_read_or_told_with_its_file(
    tmp_path_factory: pytest.TempPathFactory, kind: str, edits: list[tuple[float, int, str]]
) -> None:
    shipped, read = FILES[kind]
    text = shipped.read_text("utf-8")
    for where, cut, written in edits:
        place = round(where * len(text))
        text = text[:place] + written + text[place + cut :]
    folder = tmp_path_factory.mktemp("edited")
    (folder / shipped.name).write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        read(folder)
    except FileProblems as told:
        assert shipped.name in str(told)  # noqa: PT017 - an edit may be harmless
