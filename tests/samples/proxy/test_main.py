"""`python -m samples.proxy`, as one starts and stops it."""

import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from samples.proxy.loopback import LoopbackServer

ROOT = Path(__file__).parent.parent.parent.parent
COMMAND = (sys.executable, "-m", "samples.proxy")


def test_it_serves_the_pocket_web_until_it_is_interrupted() -> None:
    with subprocess.Popen(
        [*COMMAND, "--port", "0"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        address = process.stdout.readline().partition(" ")[0]
        opener = build_opener(ProxyHandler({"http": address}))
        with opener.open("http://www.pcpop.example/robots.txt") as response:
            assert response.status == 200
        process.send_signal(signal.SIGINT)
        assert "http://detail.zol.example/" in process.stdout.read()
    assert process.returncode == 0


def test_a_port_that_is_taken_is_told_of() -> None:
    with LoopbackServer(lambda *_: _never()) as taken:
        failed = subprocess.run(
            [*COMMAND, "--port", str(taken.port)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert failed.returncode == 2
    assert f"cannot listen on port {taken.port}" in failed.stderr


async def _never() -> None:
    raise AssertionError("nobody connects")
