"""The folder of a topic's rules: one YAML file per site, with its labelled samples.

A sample is stored as a page and its labels. `TrialLibrary` tries rules without writing files.
"""

from __future__ import annotations

import re
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator

from core.errors import FileProblem, FileProblems, SpecSeekError
from core.files import replace_file
from core.names import site_of
from core.topic import Topic, load_topic, topic_file
from core.yaml_files import read_yaml, write_yaml
from pages.page import Page
from rules.learn import Example, Sample
from rules.model import AreaRule, SiteRules


class Labels(BaseModel):
    """The labels of one page; `number` records the order in which pages were labelled."""

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
    """All samples of a folder in the order they were labelled."""
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
        text = f"its page {page.name} cannot be read ({error.strerror}); restore it or remove both"
        raise FileProblems(str(labels_file), (FileProblem(0, 0, text),)) from error


def write_sample(folder: Path, sample: Sample) -> None:
    """Write the page first, then its labels, so that labels never lack their page."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{key_of(sample.page)}.html"
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


def key_of(page: Page) -> str:
    """A page is identified by its bytes: the same page is the same sample."""
    return sha256(page.body).hexdigest()[:16]


def _labels(path: Path) -> Labels:
    try:
        return Labels.model_validate_json(path.read_bytes())
    except ValidationError as error:
        problems = tuple(
            FileProblem(0, 0, f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}")
            for fault in error.errors()
        )
        raise FileProblems(str(path), problems) from error


# The rule library: one YAML file per site, with its labelled samples.


# The rules shipped with SpecSeek, a folder per topic.
LIBRARIES = Path(__file__).with_name("library")

_LONGEST_NAME = 200


class RuleLibrary:
    """Files `<folder>/<site>.yaml`; a site's rules are read on first use and cached."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, SiteRules | None] = {}

    def rules_for(self, url: str) -> SiteRules | None:
        """The rules of the URL's site, None if the library has none."""
        site = site_of(url)
        if site not in self._read:
            path = self.file_of(site)
            has_rules = bool(site) and self._is_there(path)
            self._read[site] = read_yaml(path, SiteRules) if has_rules else None
        return self._read[site]

    @property
    def is_empty(self) -> bool:
        """Has it no rule file at all?"""
        return next(self.folder.glob("*.yaml"), None) is None

    def _is_there(self, path: Path) -> bool:
        """A folder that is not there is no folder without rules: SpecSeekError.

        A topic without rules of its own may lack its folder, but not the one that it would be in.
        """
        if path.exists():
            return True
        for link in (path, self.folder):
            if link.is_symlink() and not link.exists():
                raise SpecSeekError(
                    f"{link} is a link that leads nowhere, so its rules cannot be read; is a disk "
                    "not mounted?"
                )
        if not self.folder.is_dir() and not self.folder.parent.is_dir():
            raise SpecSeekError(
                f"the folder of rules {self.folder.parent} is not there; is a disk not mounted? "
                "Else correct the setting `rules`, or create the folder"
            )
        return False

    @cached_property
    def topic(self) -> Topic | None:
        """The topic of a library `<somewhere>/library/<topic>`, from `<somewhere>/topics`."""
        folder = self.folder.resolve()
        topics = folder.parent.parent / "topics"
        return load_topic(topics, folder.name) if topic_file(topics, folder.name).exists() else None

    def save(self, rules: SiteRules) -> Path:
        path = self.file_of(rules.source)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_yaml(path, rules)
        self._read[rules.source] = rules
        return path

    def samples(self, site: str) -> list[Sample]:
        """The labelled pages of a site in the order they were labelled."""
        return read_samples(self._sample_folder(site))

    def keep_sample(self, site: str, sample: Sample) -> None:
        write_sample(self._sample_folder(site), sample)

    def files_of(self, site: str) -> list[Path]:
        """All existing files of a site: its rules and its labelled pages."""
        rules = self.file_of(site)
        samples = sorted(self._sample_folder(site).glob("[!.]*.*"))
        return [path for path in (rules, *samples) if path.is_file()]

    def file_of(self, site: str) -> Path:
        """The path of a site's rules, whether or not they exist."""
        return self.folder / f"{_file_name(site)}.yaml"

    def _sample_folder(self, site: str) -> Path:
        return self.folder / "samples" / _file_name(site)


def _file_name(site: str) -> str:
    """A file name for a host, which may contain other characters or be too long for one."""
    name = re.sub(r"[^\w.-]", "_", site).strip(".")
    if len(name.encode()) <= _LONGEST_NAME:
        return name
    return f"{name[:40]}-{sha256(site.encode('utf-8', 'replace')).hexdigest()[:32]}"


class TrialLibrary(RuleLibrary):
    """For trying out rules: reads the folder like the real library, but never writes to it."""

    def save(self, rules: SiteRules) -> Path:
        self._read[rules.source] = rules
        return self.file_of(rules.source)

    def keep_sample(self, site: str, sample: Sample) -> None:
        """Do nothing: the next trial starts from the folder's samples again."""
