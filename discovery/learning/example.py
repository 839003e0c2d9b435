"""A candidate that a person decided about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discovery.learning.weights import evidence_and_veto

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discovery.candidate import Candidate
    from discovery.support import Support


class Example(NamedTuple):
    """`group` names what must not be in training and test at once: a site, a page."""

    candidate: Candidate
    support: Support
    true: bool
    group: str

    @property
    def evidence(self) -> Mapping[str, float]:
        return evidence_and_veto(self.candidate, self.support)
