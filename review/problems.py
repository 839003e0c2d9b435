"""Why a decision cannot be made, or cannot be carried out."""

from __future__ import annotations

from core.errors import SpecSeekError


class DecisionError(SpecSeekError):
    """It cannot be decided so; nothing was changed."""


class RefusedError(SpecSeekError):
    """What was decided cannot be done: the change is refused, its proposals are open again."""
