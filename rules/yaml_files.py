"""Reading and writing typed models as YAML files."""

from __future__ import annotations

import json
import stat
import sys
from typing import TYPE_CHECKING, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from rules.atomic import replace_file
from rules.errors import FileProblems, Problem
from rules.yaml_nodes import JSON_NUMBER, compose
from rules.yaml_problems import located

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LARGEST_FILE = 1_000_000  # bytes: far beyond any real file, and read in seconds whatever it holds

M = TypeVar("M", bound=BaseModel)


def read_yaml(path: Path, model: type[M]) -> M:
    """The file as a model, or FileProblems with all its mistakes."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _whole_file(str(path), "is no ordinary file; name a YAML file")
        with path.open("rb") as file:
            body = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _whole_file(str(path), f"cannot be read: {reason}") from error
    return parse_yaml(_text_of(body, str(path)), model, str(path))


def parse_yaml(text: str, model: type[M], name: str) -> M:
    """YAML text as a model; `name` stands before each problem told."""
    if len(text) > LARGEST_FILE:  # characters here: never more than the bytes
        raise _whole_file(name, f"is larger than the {LARGEST_FILE:,} bytes allowed")
    root, problems = compose(text)
    of_today = getattr(model, "of_today", None)
    try:
        # Validated as JSON: there even strict models let lists fill tuples, words enumerations.
        instance = model.model_validate_json(
            json.dumps(of_today(root.data()) if of_today else root.data())
        )
    except ValidationError as error:
        problems += located(error, root, model)
    if problems:
        raise FileProblems(name, tuple(sorted(problems)))
    return instance


def dump_yaml(instance: BaseModel) -> str:
    """The model as YAML: fields in the model's order, defaults left out."""
    data = instance.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return str(
        yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=sys.maxsize)
    )


def write_yaml(path: Path, instance: BaseModel) -> None:
    """Save the model; the file is left alone when it says the same already."""
    try:
        if read_yaml(path, type(instance)) == instance:
            return
    except FileProblems:
        pass  # missing or broken: about to be replaced
    text = dump_yaml(instance)
    if parse_yaml(text, type(instance), str(path)) != instance:
        raise _whole_file(str(path), "would not read back as it was written; nothing was saved")
    try:
        replace_file(path, text.encode())
    except OSError as error:
        reason = error.strerror or error
        raise _whole_file(str(path), f"cannot be written: {reason}") from error


def _text_of(body: bytes, name: str) -> str:
    if len(body) > LARGEST_FILE:
        raise _whole_file(name, f"is larger than the {LARGEST_FILE:,} bytes allowed")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        column = len(before) - before.rfind(b"\n")
        problem = Problem(
            before.count(b"\n") + 1, column, "not UTF-8 from here on; save the file as UTF-8"
        )
        raise FileProblems(name, (problem,)) from error


def _whole_file(name: str, text: str) -> FileProblems:
    return FileProblems(name, (Problem(0, 0, text),))


class _Dumper(yaml.SafeDumper):
    """Indented lists, one line for a few words, odd characters escaped, never an alias."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - PyYAML's signature
        super().increase_indent(flow, indentless=False)

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - PyYAML's signature
        return True

    def represent_list(self, data: Iterable[object]) -> yaml.SequenceNode:
        items = list(data)
        short = sum(len(str(item)) + 2 for item in items) <= 80
        flow = short and not any(isinstance(item, list | dict) for item in items)
        return self.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=flow)

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = None if data.isprintable() else '"'
        return self.represent_scalar("tag:yaml.org,2002:str", data, style=style)


_Dumper.add_representer(list, _Dumper.represent_list)
_Dumper.add_representer(str, _Dumper.represent_str)
# PyYAML writes the text "1e5" without quotes; our reader (and YAML 1.2) takes that for a number.
_Dumper.add_implicit_resolver("tag:yaml.org,2002:float", JSON_NUMBER, list("-0123456789"))
