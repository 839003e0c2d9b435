"""The house rules that no single room can hold: who imports whom, what is documented."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from evaluation.__main__ import main as evaluation
from specseek.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent

MAY_IMPORT: dict[str, set[str]] = {
    "core": set(),
    "pages": {"core"},
    "rules": {"core", "pages"},
    "store": {"core"},
    "discovery": {"core", "pages", "rules"},
    "channels": {"core", "pages"},
    "index": {"core", "store"},
    "spider": {"core", "pages", "rules", "store", "discovery", "channels", "index"},
    "review": {"core", "pages", "rules", "store", "discovery", "index"},
    "search_ui": {"core", "pages", "rules", "store", "discovery", "channels", "index", "review"},
    "batch": {"core", "pages", "rules", "channels", "store"},
    "samples": {"core", "pages", "rules"},
    "evaluation": {
        *("core", "pages", "rules", "store", "samples", "discovery", "channels", "index"),
        *("review", "spider", "specseek"),
    },
}
ROOMS = {*MAY_IMPORT, "specseek"}
MAY_IMPORT["specseek"] = ROOMS - {"evaluation"}
# Modules that a room starts in a process of their own, and never imports.
MAY_START = {
    "search_ui": {"spider.one_page", "specseek.crawl_settings"},
    "samples": {"specseek.crawl_settings"},
}
CLASS = re.compile(r"^ *class ([A-Za-z]\w*)[(:]", re.MULTILINE)  # a public one


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


@cache
def nodes(module: Path) -> list[ast.Import | ast.ImportFrom | ast.Constant]:
    """What a module imports and its constants, wherever in it they stand."""
    kinds = ast.Import | ast.ImportFrom | ast.Constant
    return [node for node in ast.walk(ast.parse(module.read_bytes())) if isinstance(node, kinds)]


def imported(module: Path) -> Iterator[str]:
    """The top-level packages a module imports."""
    for node in nodes(module):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import hides where it leads"
            yield str(node.module).partition(".")[0]


def named(module: Path) -> Iterator[str]:
    """The modules that texts in a module name, for others to import: Scrapy's settings do."""
    for node in nodes(module):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            room, _, rest = node.value.partition(".")
            path = ROOT / room / rest.replace(".", "/")
            if room in ROOMS and rest.replace(".", "").isidentifier() and is_module(path):
                yield node.value


def is_module(path: Path) -> bool:
    """A module, a package, or (one level up) something in a module."""
    return any(
        one.with_suffix(".py").exists() or (one / "__init__.py").exists()
        for one in (path, path.parent)
        if one.parent != ROOT
    )


def packages_on_disk() -> set[str]:
    return {path.parent.name for path in ROOT.glob("*/__init__.py")}


def folders() -> set[str]:
    """The top-level folders that belong to the project."""
    return {name.partition("/")[0] for name in tracked() if "/" in name} - {".ci"}


def tracked() -> list[str]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("no git checkout: cannot tell which files belong to the project")
    listed = subprocess.run(
        [git, "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    return [name for name in listed.stdout.split("\0") if (ROOT / name).is_file()]


def sections(document: str, level: int) -> list[str]:
    text = (ROOT / "docs" / document).read_text("utf-8")
    return re.findall(rf"^#{{{level}}} (.+)$", text, flags=re.MULTILINE)


def test_every_package_is_a_known_room() -> None:
    assert packages_on_disk() == ROOMS


def test_imports_go_one_way() -> None:
    for room in ROOMS:
        for module in modules(ROOT / room):
            strangers = set(imported(module)) & ROOMS - {room} - MAY_IMPORT[room]
            assert not strangers, f"{module.relative_to(ROOT)} may not import {strangers}"


def test_no_import_hides_in_a_text() -> None:
    for room in ROOMS:
        allowed = {room} | MAY_IMPORT[room]
        for module in modules(ROOT / room):
            for name in set(named(module)) - MAY_START.get(room, set()):
                other = name.partition(".")[0]
                assert other in allowed, f"{module.relative_to(ROOT)} may not name {name}"


def test_no_module_is_over_600_lines() -> None:
    for folder in (*ROOMS, "tests"):
        for module in modules(ROOT / folder):
            lines = module.read_bytes().count(b"\n")
            assert lines <= 600, f"{module.relative_to(ROOT)} has {lines} lines: two ideas?"


def test_no_two_public_classes_of_the_product_share_a_name() -> None:
    first: dict[str, Path] = {}
    for room in sorted(ROOMS - {"evaluation"}):
        for module in modules(ROOT / room):
            for name in CLASS.findall(module.read_text("utf-8")):
                other = first.setdefault(name, module.relative_to(ROOT))
                assert other == module.relative_to(ROOT), f"{name}: {module} and {other}"


def test_every_folder_has_its_section_in_the_architecture_page() -> None:
    assert set(sections("architecture.md", 2)) >= folders()


def test_every_dependency_is_justified_and_no_other() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
    ]
    packages = [re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in wanted]
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    justified = re.findall(r"^\| ([\w.-]+) \| \S.*\|$", text, flags=re.MULTILINE)
    assert sorted(set(justified) - {"package"}) == sorted(packages)


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name, command
        return
    context = click.Context(command)
    for child in command.list_commands(context):
        below = command.get_command(context, child)
        assert below is not None
        yield from commands(below, f"{name} {child}")


COMMANDS = [*commands(main, "specseek"), *commands(evaluation, "python -m evaluation")]
COMMAND_DOCUMENTS = ("cli.md", "evaluation.md", "benchmarks.md")


def test_every_command_is_documented_and_no_other() -> None:
    documented = [
        title.strip("`")
        for document in COMMAND_DOCUMENTS
        for title in sections(document, 2)
        if title.startswith("`")
    ]
    assert sorted(documented) == sorted(name for name, _ in COMMANDS)


def test_every_option_is_documented() -> None:
    text = "\n".join((ROOT / "docs" / page).read_text("utf-8") for page in COMMAND_DOCUMENTS)
    for name, command in COMMANDS:
        section = text.partition(f"## `{name}`\n")[2].partition("\n## ")[0]
        for word in words_of(command):
            assert f"| `{word}" in section, f"the documents do not tell of {name} {word}"


def words_of(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield from parameter.opts
        else:
            yield str(parameter.human_readable_name)


DOCUMENTS = [
    "README.md",
    "CHANGES.md",
    "CONTRIBUTING.md",
    *(f"docs/{page.name}" for page in sorted((ROOT / "docs").glob("*.md"))),
]


def test_no_link_leads_nowhere() -> None:
    for page in DOCUMENTS:
        document = ROOT / page
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text("utf-8")):
            if "://" not in link:
                assert (document.parent / link).exists(), f"{page}: {link} is not there"


def test_modules_that_a_page_names_with_their_room_are_there() -> None:
    for page in DOCUMENTS:
        for module in re.findall(r"`(\w+/[\w/]+\.py)`", (ROOT / page).read_text("utf-8")):
            assert (ROOT / module).exists(), f"{page}: {module} is not there"


def test_no_file_names_a_path_of_some_machine() -> None:
    machine_path = re.compile(rb"/(?:w[o]rk|r[o]ot|t[m]p|h[o]me)/[a-z.]")
    for name in tracked():
        body = (ROOT / name).read_bytes()
        if b"\0" not in body:
            assert not machine_path.search(body), f"{name} names a path of some machine"


# A loop over a group may be possessive only where no round of it can fail half way: Python before
# 3.11.5 then goes on from where it failed (gh-106052), and Debian's is 3.11.2.
POSSESSIVE_WITH_CARE = {"pages/tags.py", "pages/embedded.py"}


def test_no_possessive_groups_that_older_pythons_lose_their_place_in() -> None:
    for room in ROOMS:
        for module in modules(ROOT / room):
            name = module.relative_to(ROOT).as_posix()
            if name not in POSSESSIVE_WITH_CARE:
                found = re.search(r"\)[*+?]\+(?=[^ ])", module.read_text("utf-8"))
                assert found is None, f"{name}: {found}"
