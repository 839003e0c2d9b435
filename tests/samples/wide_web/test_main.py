"""`python -m samples.wide_web`, as one starts and stops it."""

import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).parent.parent.parent.parent
COMMAND = (sys.executable, "-m", "samples.wide_web")


def test_it_serves_the_wide_web_until_it_is_interrupted() -> None:
    with subprocess.Popen(
        [*COMMAND, "--pages", "2000", "--port", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        address, *seeds = (server.stdout.readline().strip() for _ in range(6))
        opener = build_opener(ProxyHandler({"http": address}))
        try:
            for seed in seeds:
                with opener.open(seed) as response:
                    assert b"href" in response.read()
        finally:
            server.send_signal(signal.SIGINT)
    assert server.returncode == 0


def test_a_web_too_small_is_told_of() -> None:
    failed = subprocess.run(
        [*COMMAND, "--pages", "7"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert failed.returncode == 2
    assert "a wide web of 7 pages is too small" in failed.stderr
