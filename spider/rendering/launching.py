"""How Chromium is started: headless, telling nobody anything, and without a network.

Nothing it might connect to by itself can be reached: all goes to a proxy whose name cannot be
resolved, loopback included, and no other name resolves either. What pages ask for comes through
`spider.rendering.page_network`.
"""

from __future__ import annotations

import os
from typing import Any

NOWHERE = "http://no-network.invalid:1"
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND",
    # Calls between browsers use UDP, which no proxy carries.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def launch_options(chromium: str) -> dict[str, Any]:
    """Options of Playwright's `launch`."""
    return {
        "executable_path": chromium,
        "headless": True,
        "args": ARGUMENTS,
        # Chromium refuses to run as root with its sandbox on.
        "chromium_sandbox": os.geteuid() != 0,
        # Chromium goes past proxies to loopback unless told otherwise.
        "proxy": {"server": NOWHERE, "bypass": "<-loopback>"},
        # Ctrl-C ends a crawl in order; the browser is closed at its end.
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }
