"""Data on standard output: one JSON object a line, UTF-8 whatever the terminal's settings."""

from __future__ import annotations

import json

import click


def write_line(data: object) -> None:
    """Write one line; a name that is no Unicode text comes out in JSON's own escapes."""
    text = json.dumps(data, ensure_ascii=False)
    click.echo(text.encode("utf-8", "backslashreplace"))
