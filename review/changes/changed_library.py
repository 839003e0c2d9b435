"""The rule library as it will be when a change is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.names import site_of
from core.yaml_files import parse_yaml
from rules.library import RuleLibrary
from rules.model import SiteRules

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class ChangedLibrary(RuleLibrary):
    """Reads some rule files from memory: file name → its bytes, None where it is gone."""

    def __init__(self, folder: Path, changed: Mapping[str, bytes | None]) -> None:
        super().__init__(folder)
        self._changed = {
            name: body and parse_yaml(body.decode("utf-8-sig"), SiteRules, name)
            for name, body in changed.items()
        }

    def rules_for(self, url: str) -> SiteRules | None:
        name = self.file_of(site_of(url)).name
        if name not in self._changed:
            return super().rules_for(url)
        return self._changed[name] or None
