"""Labelled pages on disk: the page as it was, and what a person said of it, side by side."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.errors import FileProblem, FileProblems
from core.files import replace_file
from pages.page import Page
from rules.examples import Example
from rules.learn import Sample
from rules.model import AreaRule

if TYPE_CHECKING:
    from pathlib import Path


class Labels(BaseModel):
    """The labels of one page; `number` keeps the order in which pages were labelled."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    number: int
    url: str
    encoding: str
    pairs: tuple[Example, ...]
    area: AreaRule | None = None

    @field_validator("encoding")
    @classmethod
    def _is_known(cls, encoding: str) -> str:
        try:
            b"a".decode(encoding)
        except (LookupError, ValueError) as error:
            raise ValueError(f"there is no encoding {encoding!r}") from error
        return encoding


def read_samples(folder: Path) -> list[Sample]:
    """All samples of a folder, in the order they were labelled."""
    labelled = [(_labels(path), path) for path in sorted(folder.glob("*.json"))]
    return [
        Sample(Page(labels.url, _page(path), labels.encoding), labels.pairs, labels.area)
        for labels, path in sorted(labelled, key=lambda entry: entry[0].number)
    ]


def _page(labels_file: Path) -> bytes:
    page = labels_file.with_suffix(".html")
    try:
        return page.read_bytes()
    except OSError as error:
        text = f"its page {page.name} cannot be read ({error.strerror}); remove both, or mend it"
        raise FileProblems(str(labels_file), (FileProblem(0, 0, text),)) from error


def write_sample(folder: Path, sample: Sample) -> None:
    """The page first, then its labels: labels without a page are never seen."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha256(sample.page.body).hexdigest()[:16]}.html"
    number = 1 + max((_labels(known).number for known in folder.glob("*.json")), default=0)
    labels = Labels(
        number=number,
        url=sample.page.url,
        encoding=sample.page.encoding,
        pairs=sample.examples,
        area=sample.area,
    )
    replace_file(path, sample.page.body)
    text = labels.model_dump_json(indent=1)
    replace_file(path.with_suffix(".json"), text.encode())


def _labels(path: Path) -> Labels:
    try:
        return Labels.model_validate_json(path.read_bytes())
    except ValidationError as error:
        problems = tuple(
            FileProblem(0, 0, f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}")
            for fault in error.errors()
        )
        raise FileProblems(str(path), problems) from error
