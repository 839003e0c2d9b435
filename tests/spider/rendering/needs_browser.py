"""Tests with a real browser run where there is one."""

from __future__ import annotations

import os
from importlib.util import find_spec

import pytest

from core.settings import load_settings

CHROMIUM = load_settings().crawl.chromium

needs_browser = pytest.mark.skipif(
    not (find_spec("scrapy_playwright") and os.access(CHROMIUM, os.X_OK)),
    reason=f"needs the extra `render` and Chromium as {CHROMIUM}",
)
