from __future__ import annotations

from pathlib import Path

from core.settings import load_settings
from search_ui.reviewing.sent_settings import settings_from_json, settings_to_json


def test_settings_arrive_as_they_were_sent() -> None:
    chosen = {"data": Path("/数据"), "ledger": "postgresql://a:b@c/d"}
    settings = load_settings().model_copy(update=chosen)
    assert settings_from_json(settings_to_json(settings)) == settings
