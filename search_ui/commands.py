"""Commands as the admin can type them on the server's machine: they do what the server would do.

A new shell has neither the server's working folder nor its variables, and the server may have been
started by a program that chose its settings (`specseek demo`). So a command names what differs.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SpecSeekError
from core.settings import as_variables, load_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.settings import Settings


_FOLDERS = tuple(f"SPECSEEK_{name}" for name in ("DATA", "TOPICS", "RULES", "SOURCES", "DATA_SETS"))
_PROJECT = ("SCRAPY_SETTINGS_MODULE", "specseek.crawl_settings")


def terminal_command(settings: Settings, program: str, *words: str) -> str:
    """`specseek …` or `scrapy …` for a shell on this machine."""
    here = Path.cwd()
    in_project = any((folder / "scrapy.cfg").exists() for folder in (here, *here.parents))
    more = [_PROJECT] if program == "scrapy" and not in_project else []
    return _in_shell(settings, more, [*_program(program), *words])


def crawl_words(topic_name: str) -> list[str]:
    """Every topic is a spider of its own name."""
    return ["crawl", topic_name]


def _in_shell(settings: Settings, more: Sequence[tuple[str, str]], program: Sequence[str]) -> str:
    variables = [*more, *_variables(settings)]
    assigned = [f"{name}={_value(name, value)}" for name, value in variables]
    return " ".join(["cd", shlex.quote(str(Path.cwd())), "&&", *assigned, shlex.join(program)])


def _variables(settings: Settings) -> list[tuple[str, str]]:
    """The settings that a new shell in the server's folder would not have."""
    try:
        fresh = _absolute(load_settings(environ={}))
    except SpecSeekError:  # a broken file: a command must not depend on it
        fresh = {}
    ours = _absolute(settings)
    return [(name, value) for name, value in ours.items() if fresh.get(name) != value]


def _absolute(settings: Settings) -> dict[str, str]:
    variables = as_variables(settings)
    folders = {name: variables[name] for name in _FOLDERS if variables[name]}
    return variables | {name: str(Path(folder).absolute()) for name, folder in folders.items()}


def _value(name: str, value: str) -> str:
    """An address may contain a password; the person's own shell knows it."""
    return f'"${name}"' if "@" in value and "://" in value else shlex.quote(value)


def _program(name: str) -> list[str]:
    """By its name if a shell finds it, else the one of the Python that runs the server."""
    beside = Path(sys.executable).with_name(name)
    found = shutil.which(name)
    if found and beside.exists() and Path(found).samefile(beside):
        return [name]
    return [str(beside)] if beside.exists() else [sys.executable, "-m", name]
