from __future__ import annotations

import os
import subprocess
import sys

from core.processes import new_processes


def _begin() -> None:
    os.environ["BEGUN"] = "yes"


def test_each_process_begins_before_its_first_task() -> None:
    with new_processes(1, _begin) as pool:
        assert pool.submit(os.getenv, "BEGUN").result() == "yes"
        assert pool.submit(os.getpid).result() != os.getpid()


_WORKS = """
import gc, time
from core.processes import new_processes
with new_processes(1, gc.enable) as pool:
    print(pool.submit(gc.isenabled).result(), flush=True)
    time.sleep(600)
"""


def test_they_end_when_their_parent_was_killed() -> None:
    """All of them write to one pipe, which ends with the last of them."""
    command = [sys.executable, "-c", _WORKS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == "True\n"
        parent.kill()
        assert parent.communicate(timeout=120)[0] == ""
