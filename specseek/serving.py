"""The page served, and what a person in front of the terminal is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from search_ui.access.credentials import Credentials
from search_ui.server import AddressError, checked_address, run_server

if TYPE_CHECKING:
    from core.settings import Settings

_USUAL_PORT = 8000


def serve_site(
    settings: Settings, topic: str, address: tuple[str, int | None], processes: int | None = None
) -> None:
    """Until Ctrl-C. Without a port: the usual one, or a free one where that is taken."""
    known = Credentials(settings.data)

    def ready(url: str) -> None:
        click.echo(f"SpecSeek is at {url} (Ctrl-C ends it)", err=True)
        if not known.has_password:
            click.echo(
                f"Set the admin's password: {url}first-start?word={known.invitation}", err=True
            )

    run_server(settings, topic, _with_port(*address), processes=processes, ready=ready)


def _with_port(host: str, port: int | None) -> tuple[str, int]:
    if port is not None:
        return checked_address(host, port)
    try:
        return checked_address(host, _USUAL_PORT)
    except AddressError:
        return checked_address(host, 0)
