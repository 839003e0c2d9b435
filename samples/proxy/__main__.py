"""Serve the pocket web until Ctrl-C: `python -m samples.proxy`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import suppress
from threading import Event

from samples.pocket_web import PocketWeb
from samples.proxy import PocketProxy


def main() -> None:
    parser = ArgumentParser(
        prog="python -m samples.proxy",
        description="Serve the pocket web as an HTTP proxy on 127.0.0.1 until Ctrl-C. "
        "Nothing leaves this machine.",
    )
    parser.add_argument(
        "--port", type=int, default=8080, help="where to listen; 0 takes any free port (8080)"
    )
    port = parser.parse_args().port
    try:
        with suppress(KeyboardInterrupt):
            _serve(PocketWeb(), port)
    except (OSError, OverflowError) as problem:
        parser.error(f"cannot listen on port {port}: {problem}. Choose another with --port.")


def _serve(web: PocketWeb, port: int) -> None:
    with PocketProxy(web, port) as proxy:
        hosts = "\n".join(f"  http://{host}/" for host in web.sites)
        sys.stdout.write(f"{proxy.url} is the HTTP proxy for\n{hosts}\n")
        sys.stdout.flush()
        Event().wait()


if __name__ == "__main__":
    main()
