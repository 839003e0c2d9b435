"""The rule library: one YAML file for each site, its labelled samples beside it."""

from __future__ import annotations

import re
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from core.names import site_of
from core.topic import Topic, load_topic, topic_file
from core.yaml_files import read_yaml, write_yaml
from rules.model import SiteRules
from rules.sample_files import read_samples, write_sample

if TYPE_CHECKING:
    from rules.learn import Sample

# The rules that come with SpecSeek, a folder for each topic.
LIBRARIES = Path(__file__).with_name("library")

_LONGEST_NAME = 200


class RuleLibrary:
    """Files `<folder>/<site>.yaml`; rules are read when first asked for and kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._read: dict[str, SiteRules | None] = {}

    def rules_for(self, url: str) -> SiteRules | None:
        """The rules of the URL's site, None where the library has none."""
        site = site_of(url)
        if site not in self._read:
            path = self.file_of(site)
            self._read[site] = read_yaml(path, SiteRules) if site and path.exists() else None
        return self._read[site]

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
        """The labelled pages of a site, in the order they were labelled."""
        return read_samples(self._sample_folder(site))

    def keep_sample(self, site: str, sample: Sample) -> None:
        write_sample(self._sample_folder(site), sample)

    def files_of(self, site: str) -> list[Path]:
        """All files there are of a site: its rules, and its labelled pages."""
        rules = self.file_of(site)
        samples = sorted(self._sample_folder(site).glob("[!.]*.*"))
        return [path for path in (rules, *samples) if path.is_file()]

    def file_of(self, site: str) -> Path:
        """Where a site's rules are, or would be."""
        return self.folder / f"{_file_name(site)}.yaml"

    def _sample_folder(self, site: str) -> Path:
        return self.folder / "samples" / _file_name(site)


def _file_name(site: str) -> str:
    """A host may hold what a file name must not, or be longer than one may be."""
    name = re.sub(r"[^\w.-]", "_", site).strip(".")
    if len(name.encode()) <= _LONGEST_NAME:
        return name
    return f"{name[:40]}-{sha256(site.encode('utf-8', 'replace')).hexdigest()[:32]}"
