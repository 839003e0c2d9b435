"""What a change will do: which files become what, and which pages are read again."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from store.stored_pages import newest_capture

if TYPE_CHECKING:
    from review.workshop import ReviewContext
    from store.changes import FileChange
    from store.stored_pages import Affected


@dataclass(frozen=True)
class ChangePlan:
    """`note` is what a person should know of how it is done."""

    files: tuple[FileChange, ...]
    affected: Affected
    note: str = ""

    def after(self, path: str) -> bytes | None:
        """What a file will be, for files that change."""
        return next(file.after for file in self.files if file.path == path)

    def changes(self, path: str) -> bool:
        return any(file.path == path for file in self.files)

    def key(self, context: ReviewContext) -> str:
        """What pages read for this plan are good for: the same files, rules, and pages."""
        digest = sha256(repr(self.affected).encode())
        for file in self.files:
            digest.update(repr((file.path, file.before, file.after)).encode())
        for path in sorted(context.file(context.rules_path).glob("*.yaml")):
            digest.update(path.read_bytes())
        with context.ledger.reading() as conn:
            digest.update(str(newest_capture(conn)).encode())
        return digest.hexdigest()[:32]
