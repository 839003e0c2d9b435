"""What the README shows is what happens; its words on the demonstration: see test_demo."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def without_space(text: str) -> str:
    """What is compared; how sure a pair is changes a little with every set of weights."""
    return re.sub(r'("confidence":0\.\d)\d*', r"\1", "".join(text.split()))


def session() -> tuple[str, str]:
    """The commands of the console blocks as a script, and all that they print."""
    script, printed = "", ""
    more = ""
    for line in "\n".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL)).splitlines():
        if line.startswith("$ ") or more:
            script += line.removeprefix("$ ") + "\n"
            more = _awaited(line, more)
        else:
            printed += line
    return script, printed


def _awaited(line: str, more: str) -> str:
    """What ends a command that goes on behind this line: a word, any line, or nothing."""
    if "<<'END'" in line:
        return "END"
    if more == "END":
        return "" if line == "END" else "END"
    return "\\" if line.endswith("\\") else ""


@pytest.mark.skipif(not shutil.which("bash"), reason="the README's commands are written for bash")
def test_the_example_prints_what_it_says(tmp_path: Path) -> None:
    script, printed = session()
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    activate = tmp_path / ".venv" / "bin" / "activate"
    activate.parent.mkdir(parents=True)
    activate.write_text("")
    tools = Path(sys.executable).parent
    done = subprocess.run(
        [str(shutil.which("bash")), "-ec", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=True,
    )
    assert without_space(done.stdout.decode()) == without_space(printed)
