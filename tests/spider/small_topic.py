"""The phones, with few seeds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.settings import SHIPPED_TOPICS

if TYPE_CHECKING:
    from pathlib import Path

_SEEDS = re.compile(r"^seeds:\n(?:  - .*\n)+", re.MULTILINE)
PHONES = (SHIPPED_TOPICS / "phones.yaml").read_text("utf-8")


def write_topic(folder: Path, *seeds: str) -> Path:
    """Gives the folder of topics, for the setting of that name."""
    topics = folder / "topics"
    topics.mkdir(exist_ok=True)
    listed = "seeds:\n" + "".join(f"  - {seed}\n" for seed in seeds) if seeds else "seeds: []\n"
    text, found = _SEEDS.subn(lambda _: listed, PHONES)
    assert found == 1
    (topics / "phones.yaml").write_text(text, "utf-8")
    return topics
