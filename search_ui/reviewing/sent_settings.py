"""Settings on their way to a process of ours: by a pipe, for they may hold a password."""

from __future__ import annotations

import json

from core.settings import Settings


def settings_to_json(settings: Settings) -> bytes:
    return settings.model_dump_json().encode()


def settings_from_json(body: bytes) -> Settings:
    """As they were sent; what is None is written "" where people write settings."""
    told = json.loads(body)
    return Settings.model_validate(
        {name: "" if value is None else value for name, value in told.items()}
    )
