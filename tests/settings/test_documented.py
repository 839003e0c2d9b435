"""A setting that the defaults, the model and the documentation do not share fails here."""

import re
import tomllib
from pathlib import Path

from settings.environment import known_keys, variable_of
from settings.loading import DEFAULTS, load_settings
from settings.model import Settings
from settings.toml_lines import lines_of_keys

TEXT = DEFAULTS.read_text("utf-8")
DOCUMENT = DEFAULTS.parents[1] / "docs" / "settings.md"
SECTIONS = {("crawl",), ("search",), ("review",)}
KEYS = [keys for keys, _field in known_keys(Settings)]


def documented() -> dict[tuple[str, ...], str]:
    """The default that the page tells for each key."""
    found: dict[tuple[str, ...], str] = {}
    section: tuple[str, ...] = ()
    for line in DOCUMENT.read_text("utf-8").splitlines():
        if heading := re.match(r"## (?:`\[(\w+)\]`)?", line):
            section = tuple(filter(None, heading.groups()))
        elif row := re.fullmatch(r"\| `(\w+)` \| `([^`]*)` \| \S.* \|", line):
            assert (*section, row[1]) not in found, f"{row[1]} is documented twice"
            found[(*section, row[1])] = row[2]
    return found


def default_of(keys: tuple[str, ...]) -> object:
    value: object = tomllib.loads(TEXT)
    for key in keys:
        assert isinstance(value, dict)
        value = value[key]
    return value


def test_the_defaults_are_valid_settings(tmp_path: Path) -> None:
    settings = load_settings(tmp_path, {})
    assert settings.crawl.concurrency_per_site <= settings.crawl.concurrency


def test_every_setting_has_a_default_and_no_other() -> None:
    with_default = [keys for keys in lines_of_keys(TEXT) if keys not in SECTIONS]
    assert with_default == KEYS


def test_every_setting_is_documented_with_its_default_and_no_other() -> None:
    told = {keys: tomllib.loads(f"it = {text}")["it"] for keys, text in documented().items()}
    assert told == {keys: default_of(keys) for keys in KEYS}


def test_every_default_has_a_comment_above_it() -> None:
    lines = TEXT.splitlines()
    for keys, line in lines_of_keys(TEXT).items():
        assert keys in SECTIONS or lines[line - 2].startswith("# "), keys


def test_no_two_settings_share_a_variable() -> None:
    assert len({variable_of(keys) for keys in KEYS}) == len(KEYS)


def test_the_page_says_how_to_name_a_variable() -> None:
    named = re.findall(r"SPECSEEK_[A-Z_]*[A-Z]", DOCUMENT.read_text("utf-8") + TEXT)
    assert set(named) - {"SPECSEEK_CONFIG"} <= {variable_of(keys) for keys in KEYS}
