"""Every address and column of the data interface is documented."""

from __future__ import annotations

import re
from pathlib import Path

from search_ui.interface.tables import PRODUCT_HEAD
from tests.search_ui.site_for_tests import site_on

ROOT = next(path for path in Path(__file__).parents if (path / "pyproject.toml").exists())
PAGE = (ROOT / "docs" / "web-interface.md").read_text("utf-8")
OURS = {"product", "compare", "api"}
OF_NO_INTEREST = {"/favicon.ico"}


def test_every_address(tmp_path: Path) -> None:
    rules = {
        re.sub(r"<path:ident>", "<id>", rule.rule)
        for rule in site_on(tmp_path).url_map.iter_rules()
        if rule.endpoint.partition(".")[0] in OURS
    }
    assert len(rules) > 8
    missing = [rule for rule in rules - OF_NO_INTEREST if f"`{rule}`" not in PAGE]
    assert missing == []


def test_every_column() -> None:
    assert [name for name in PRODUCT_HEAD if f"`{name}`" not in PAGE] == []
