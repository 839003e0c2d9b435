"""Where the index of a topic is kept, and which of its generations is in use."""

from __future__ import annotations

import re
import secrets
import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.files import replace_file
from index.building.basis import BuildKey, build_key_of
from index.building.files import MANIFEST
from store.ledger import Seal, seal_of

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from core.topic import Topic
    from index.engines.engine import Engine
    from store.ledger import Ledger

_GENERATION = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class IndexPlace:
    """The folder of a topic's index, and what an index in it must have been made with."""

    root: Path
    topic: Topic
    engine: Engine
    seal: Seal
    build_key: BuildKey

    @classmethod
    def of(cls, data: Path, topic: Topic, engine: Engine, ledger: Ledger) -> IndexPlace:
        root = data / "index" / topic.name
        return cls(root, topic, engine, seal_of(ledger), build_key_of(topic, engine))

    @property
    def pointer(self) -> Path:
        """The file that names the generation in use."""
        return self.root / "current"

    def current(self) -> str | None:
        """The name of the generation in use; None where there is none that could be read."""
        try:
            name = self.pointer.read_bytes()[:64].decode("ascii", "replace").strip()
        except OSError:
            return None
        return name if _GENERATION.fullmatch(name) else None

    def use(self, generation: str) -> None:
        """From now on; readers see the old one or this, never anything between."""
        replace_file(self.pointer, f"{generation}\n".encode("ascii"))

    def checked(self, generation: str) -> Path:
        """The file that tells when all of it was last looked through: beside it, not in it.

        Whoever is killed while writing it must leave nothing in the generation.
        """
        return self.root / f"{generation}.checked"

    def remove_all_but(self, kept: Collection[str]) -> None:
        for folder in self.generations():
            if folder.name not in kept:
                shutil.rmtree(folder, ignore_errors=True)
                self.checked(folder.name).unlink(missing_ok=True)

    def remove_unfinished(self) -> None:
        """What builders left that died: a manifest is written last."""
        finished = {one.name for one in self.generations() if (one / MANIFEST).exists()}
        self.remove_all_but(finished)
        for aside in self.root.glob(".*.tmp"):
            aside.unlink(missing_ok=True)

    def generations(self) -> list[Path]:
        return sorted(path for path in self.root.glob("*T*-*") if _GENERATION.fullmatch(path.name))


def new_generation() -> str:
    return f"{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}-{secrets.token_hex(4)}"
