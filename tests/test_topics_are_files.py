"""Another kind of product is another file, not other code: the code has no words of phones.

Checked are strings, names and files of words; what docstrings, comments and the commands' help give
as examples may be of any topic.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from core.settings import SHIPPED_TOPICS
from core.topic import shipped_topic, topic_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.topic import Topic


ROOT = Path(__file__).parent.parent
ROOMS = (
    "core pages rules store discovery channels index spider review search_ui batch specseek".split()
)
# What belongs to a topic: attributes and names, the rules of its sites, its sources of articles.
OF_TOPICS = ("rules/topics/", "rules/library/", "channels/sources/")
WORDS = ("phone", "phones", "smartphone", "smartphones", "handset", "handsets", "手机", "智能机")
# Brands, parts and carriers that are words for other things as well, on pages and in languages.
OTHER_THINGS = frozenset("360 8848 atom gigabyte mi msi nut one palm pixel 移动 联想 大神".split())
ALLOWED = {
    "pages/dom.py": {"microsoft"},  # a document type of old pages
    "rules/boilerplate_names.json": {"phone"},  # of a shop: the telephone
    "rules/value_kinds.py": {"phone"},  # the same
    "search_ui/static/base.css": {"apple", "microsoft"},  # fonts
}
HELP = re.compile(r"[\b\s]*Examples?:")


def words_of(topic: Topic) -> Iterator[str]:
    names = topic.product_names
    for brand in names.brands.values():
        yield from (*brand.names, *brand.lines, *brand.series)
    for part in names.differences:
        for words in (*part.makers.values(), *part.lines.values()):
            yield from words
    yield from names.carriers.names


TOPICS = [shipped_topic(name) for name in topic_names(SHIPPED_TOPICS)]
# NFC is a form of Unicode, too.
ATTRIBUTES = {attribute.name for topic in TOPICS for attribute in topic.attributes} - {"NFC"}


def all_words() -> frozenset[str]:
    of_topics = (word for topic in TOPICS for word in words_of(topic))
    return frozenset(map(str.lower, (*WORDS, *of_topics))) - OTHER_THINGS


def pattern(words: frozenset[str]) -> re.Pattern[str]:
    """Latin words match as whole words."""
    latin = "|".join(sorted(re.escape(word) for word in words if word.isascii()))
    others = "|".join(sorted(re.escape(word) for word in words if not word.isascii()))
    return re.compile(rf"(?<![a-z0-9])(?:{latin})(?![a-z0-9])|{others}", re.IGNORECASE)


PATTERN = pattern(all_words())
_JOINTS = re.compile(r"(?<=[a-z])(?=[A-Z])|_")


@cache
def found_in(text: str) -> frozenset[str]:
    """Kept: most names occur in many modules.

    >>> sorted(found_in("_same_phones(smartPhone, megaphone, 小米14)"))
    ['phone', 'phones', '小米']
    """
    return frozenset(word.lower() for word in PATTERN.findall(_JOINTS.sub(" ", text)))


def files(*suffixes: str) -> list[str]:
    paths = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.suffix in suffixes)
    names = (path.relative_to(ROOT).as_posix() for path in paths)
    return sorted(name for name in names if not name.startswith(OF_TOPICS))


class Texts(NamedTuple):
    """Line and text of the strings and the names of a module."""

    strings: list[tuple[int, str]]
    names: list[tuple[int, str]]


@cache
def texts_of_module(file: str) -> Texts:
    """Without docstrings and the examples of the commands' help."""
    nodes = list(ast.walk(ast.parse((ROOT / file).read_text("utf-8"))))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    strings = [
        (node.lineno, node.value)
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if id(node) not in alone and not HELP.match(node.value)
    ]
    names = [
        (getattr(node, "lineno", 0), name)
        for node in nodes
        for key in ("name", "id", "attr", "arg")
        if isinstance(name := getattr(node, key, None), str)
    ]
    return Texts(strings, names)


def texts_of(file: str) -> Iterator[tuple[int, str]]:
    """Line and text of all strings and names of a module, of all lines of any other file."""
    if file.endswith(".py"):
        for texts in texts_of_module(file):
            yield from texts
        return
    text = (ROOT / file).read_text("utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        comments = file.endswith((".yaml", ".toml"))
        yield number, re.sub(r"(?:^|\s)#.*", "", line) if comments else line


def test_no_code_and_no_file_of_words_has_words_of_a_topic() -> None:
    found = [
        f"{file}:{line}: {word}"
        for file in files(".py", ".yaml", ".json", ".html", ".js", ".css", ".toml", ".xml")
        for line, text in texts_of(file)
        for word in found_in(text) - ALLOWED.get(file, set())
    ]
    assert found == []


def test_no_module_asks_for_an_attribute_by_its_name() -> None:
    found = [
        f"{file}:{line}: {text}"
        for file in files(".py")
        for line, text in texts_of_module(file).strings
        if text in ATTRIBUTES
    ]
    assert found == []
