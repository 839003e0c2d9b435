"""Names as pages show them: cleaned for people, keyed for comparing."""

from __future__ import annotations

import unicodedata


def name_key(name: str) -> str:
    """What is compared: letters and digits only, full-width forms and case folded."""
    if name.isascii():
        return "".join(filter(str.isalnum, name)).lower()
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name))).casefold()


def clean_name(shown: str, feature: str = "") -> str:
    """The pseudo name: what the page shows, without its feature and dressing."""
    return shown.removesuffix(feature).strip(" :：\u3000\u00a0")
