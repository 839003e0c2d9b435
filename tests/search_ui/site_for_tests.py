"""A site on a data folder of its own, asked through Flask's test client."""

from __future__ import annotations

from typing import TYPE_CHECKING

from search_ui.app import create_app
from settings.loading import load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask


def site_on(data: Path) -> Flask:
    """The site that `specseek serve` would run on this data folder."""
    app = create_app(load_settings().model_copy(update={"data": data}))
    app.testing = False  # errors become pages, as visitors see them
    return app
