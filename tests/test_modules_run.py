"""What somebody who changes the way of a page has to know of stays small."""

from __future__ import annotations

import subprocess
import sys

import pytest

MOST = 99  # modules


@pytest.mark.slow
@pytest.mark.parametrize("way", ["crawl", "accept"])
def test_few_modules_take_part(way: str) -> None:
    command = [sys.executable, "-m", "tests.modules_run", way]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    modules = done.stdout.split()
    assert {"core/topic.py", "rules/reader.py", "store/records.py"} <= set(modules)
    assert len(modules) <= MOST, done.stderr
