"""`specseek serve` as a person calls it, in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def served_site(data: Path, *options: str, **settings: str) -> Iterator[str]:
    """The address of the page, with a slash at its end; `settings` are SpecSeek's variables."""
    env = {**os.environ, "SPECSEEK_DATA": str(data), "SPECSEEK_LEDGER": "", **settings}
    command = [sys.executable, "-m", "specseek", "serve", "--port", "0", *options]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own command
        try:
            first = server.stderr.readline() if server.stderr else ""
            told = re.search(r"http://\S+", first)
            if told is None:
                raise RuntimeError(f"the server did not start: {first}")
            yield told[0]
        finally:
            server.terminate()
