"""What decisions and changes need: settings, topic, ledger, rules, file paths, and errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.topic import Topic, load_topic
from index.generations import index_place
from rules.library import RuleLibrary
from store.changes import RULE_FILES, TOPIC_FILES, path_of_change_file
from store.ledger import seal_of
from store.spool import archive_of

if TYPE_CHECKING:
    from pathlib import Path

    from core.settings import Settings
    from index.generations import IndexPlace
    from store.ledger import Ledger
    from store.spool import SpooledArchive


@dataclass(frozen=True)
class ReviewContext:
    """For one topic; files are read each time, so that they are current."""

    settings: Settings
    topic_name: str
    ledger: Ledger

    @property
    def topic_path(self) -> str:
        """The topic file, as the ledger's changes name it."""
        return f"{TOPIC_FILES}/{self.topic_name}.yaml"

    @property
    def rules_path(self) -> str:
        return f"{RULE_FILES}/{self.topic_name}"

    @property
    def archive(self) -> Path | SpooledArchive:
        return archive_of(self.settings)

    @property
    def changes_folder(self) -> Path:
        """A folder for each change in progress, with what it keeps between two runs."""
        return self.settings.data / "changes"

    def folder_of(self, change_id: int) -> Path:
        return self.changes_folder / str(change_id)

    def topic(self) -> Topic:
        return load_topic(self.settings.topics, self.topic_name)

    def library(self) -> RuleLibrary:
        return RuleLibrary(self.file(self.rules_path))

    def index_place(self) -> IndexPlace:
        return index_place(self.settings, self.topic(), seal_of(self.ledger))

    def file(self, path: str) -> Path:
        """The path of a file of a change."""
        return path_of_change_file(self.settings, path)


# Why a decision cannot be made or applied.


class DecisionError(SpecSeekError):
    """A decision is not possible; nothing was changed."""


class RefusedError(SpecSeekError):
    """A decision cannot be applied: the change is refused, its proposals are open again."""
