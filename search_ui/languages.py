"""The words of the pages in Chinese and English; every key of `words/*.yaml` has both."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping

Language: TypeAlias = Literal["zh", "en"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
_FOLDER = Path(__file__).with_name("words")


@cache
def words() -> Mapping[str, tuple[str, str]]:
    """Key → Chinese, English; a key stands in one file only."""
    found: dict[str, tuple[str, str]] = {}
    for file in sorted(_FOLDER.glob("*.yaml")):
        for key, (chinese, english) in yaml.safe_load(file.read_text("utf-8")).items():
            if key in found:
                raise ValueError(f"{file.name}: {key!r} stands in another file already")
            found[key] = (str(chinese), str(english))
    return found


def phrase(key: str, language: Language, **parts: object) -> str:
    """The words for a key, with `{part}` filled in.

    >>> phrase("site.tagline", "zh", topic="手机")
    '手机参数搜索'
    """
    return words()[key][LANGUAGES.index(language)].format(**parts)
