"""A library to try things on: it reads what is there, and keeps what is learned to itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.library import RuleLibrary

if TYPE_CHECKING:
    from pathlib import Path

    from rules.learn import Sample
    from rules.model import SiteRules


class TrialLibrary(RuleLibrary):
    """Training on it goes as on the real one, refusals too; the folder stays as it is."""

    def save(self, rules: SiteRules) -> Path:
        self._read[rules.source] = rules
        return self.file_of(rules.source)

    def keep_sample(self, site: str, sample: Sample) -> None:
        """Nothing is kept: who asks again begins with what the folder holds."""
