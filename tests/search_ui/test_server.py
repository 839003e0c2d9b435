"""The server's processes."""

from __future__ import annotations

import signal
import subprocess
import sys

NEW_PROCESS = """
import os, signal, time
from search_ui.server import end_when_told_to

signal.signal(signal.SIGTERM, lambda *_: print("told", flush=True))
end_when_told_to()
child = os.fork()
if not child:
    time.sleep(30)  # it has set no handler of its own yet
    os._exit(0)
os.kill(child, signal.SIGTERM)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
os.kill(os.getpid(), signal.SIGTERM)
"""


def test_a_process_that_has_hardly_begun_ends_when_told_to_and_its_parent_is_still_told() -> None:
    done = subprocess.run(
        [sys.executable, "-c", NEW_PROCESS], stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout.split() == [str(-signal.SIGTERM), "told"]
