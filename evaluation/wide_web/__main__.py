"""Serve the wide web until Ctrl-C: `python -m evaluation.wide_web --pages 20000 --port 8099`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from contextlib import suppress
from threading import Event

from evaluation.wide_web.web import WideWeb
from samples.proxy import PocketProxy


def main() -> None:
    parser = ArgumentParser(
        prog="python -m evaluation.wide_web",
        description="Serve the wide web as an HTTP proxy on 127.0.0.1 until Ctrl-C. "
        "Prints the proxy's address, then the home pages. Nothing leaves this machine.",
    )
    parser.add_argument("--pages", type=int, default=20_000, help="how many there are (20000)")
    parser.add_argument(
        "--port", type=int, default=8099, help="where to listen; 0 takes any free port (8099)"
    )
    options = parser.parse_args()
    try:
        with suppress(KeyboardInterrupt):
            _serve(WideWeb(options.pages), options.port)
    except (OSError, OverflowError, ValueError) as problem:
        parser.error(f"cannot serve {options.pages} pages on port {options.port}: {problem}")


def _serve(web: WideWeb, port: int) -> None:
    with PocketProxy(web, port) as proxy:
        sys.stdout.write("\n".join((proxy.url, *web.seeds, "")))
        sys.stdout.flush()
        Event().wait()


if __name__ == "__main__":
    main()
