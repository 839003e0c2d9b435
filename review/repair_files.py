"""What a repair does to the files of a site's rules."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rules.library import RuleLibrary
from store.changes import FileChange, bytes_or_none

if TYPE_CHECKING:
    from discovery.repair import Repair
    from review.workshop import ReviewContext


def repair_files(context: ReviewContext, repair: Repair) -> list[FileChange]:
    """The rule file and the new samples; they are written aside, and compared with what is."""
    site = repair.rules.source
    with TemporaryDirectory() as aside:
        library = RuleLibrary(Path(aside))
        for sample in (*context.library().samples(site), *repair.samples):
            library.keep_sample(site, sample)
        library.save(repair.rules)
        written = [path for path in sorted(Path(aside).rglob("*")) if path.is_file()]
        paths = [f"{context.rules_path}/{path.relative_to(aside).as_posix()}" for path in written]
        files = [
            FileChange(path, bytes_or_none(context.file(path)), source.read_bytes())
            for path, source in zip(paths, written, strict=True)
        ]
    return [file for file in files if file.before != file.after]
