"""`specseek serve`: serve the search page. `specseek password`: set the admin's password."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from core.errors import file_error_text
from core.files import remove_leftovers
from core.settings import folders_written, load_settings
from search_ui.app import create_app
from search_ui.credentials import credentials_for
from search_ui.server import AddressError, checked_address, run_server
from specseek.topics import topics_to_serve

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.settings import Settings


_EXAMPLES = """\b
Examples:
  specseek serve
  specseek serve --port 8080
  specseek serve --host 0.0.0.0        # for other machines; put an HTTPS proxy in front
"""


@click.command(epilog=_EXAMPLES)
@click.option(
    "--topic",
    metavar="NAME",
    help="Topic to search.  [default: all that have an index; if none has, all topics]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 chooses a free one.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="Number of server processes.  [default: one per core, at most 8]",
)
@click.option("--read-only", is_flag=True, help="Write nothing: search only, without an admin.")
def serve(
    topic: str | None, host: str, port: int, processes: int | None, *, read_only: bool
) -> None:
    """Serve the search page until Ctrl-C.

    A single topic has its pages at /, several have theirs at /t/NAME/, with a switch between
    them.

    Search is open to everyone who can reach the address. Labelling, review and the monitor need
    the admin's password; at the first start a link to set it is printed. A new index is used as
    soon as `specseek index build` has finished.

    With --read-only nothing is written, so that the data folder may be on a read-only or full
    disk: there is no admin, and so no labelling, review or monitor.
    """
    settings = load_settings()
    topics = topics_to_serve(settings, topic)
    if read_only:
        app, place = create_app(settings, topics, read_only=True), checked_address(host, port)
        run_server(app, settings, place, processes=processes, ready=_tell_address)
    else:
        serve_site(settings, topics, (host, port), processes)


# Running the server, and its messages on the terminal.


_DEFAULT_PORT = 8000


def serve_site(
    settings: Settings,
    topics: Sequence[str],
    address: tuple[str, int | None],
    processes: int | None = None,
) -> None:
    """Serve until Ctrl-C. Without a port: the default one, or a free one if it is taken."""
    remove_leftovers(folders_written(settings))
    try:
        known = credentials_for(settings)
    except OSError as error:
        raise click.ClickException(
            f"{file_error_text(error)}; or search without an admin: specseek serve --read-only"
        ) from error

    def ready(url: str) -> None:
        _tell_address(url)
        if not known.has_password:
            click.echo(
                f"Set the admin's password: {url}first-start?word={known.invitation}", err=True
            )

    app, place = create_app(settings, topics), _with_port(*address)
    run_server(app, settings, place, processes=processes, ready=ready)


def _tell_address(url: str) -> None:
    click.echo(f"SpecSeek is at {url} (Ctrl-C stops it)", err=True)


def _with_port(host: str, port: int | None) -> tuple[str, int]:
    if port is not None:
        return checked_address(host, port)
    try:
        return checked_address(host, _DEFAULT_PORT)
    except AddressError:
        return checked_address(host, 0)


# The admin's password, for those who forgot it.


@click.command(
    epilog="""\b
Examples:
  specseek password
  pass show specseek | specseek password     # the first line of standard input
"""
)
def password() -> None:
    """Set the admin's password, whatever it was before.

    It is asked for twice, or read from standard input if that is not a terminal. All sessions
    end; a running server uses the new password at once. With a ledger in PostgreSQL it holds for
    all servers that share it.
    """
    known = credentials_for(load_settings())
    known.set_password(_new_password())
    click.echo("The password was set. All sessions have ended.", err=True)


def _new_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    words: str = click.prompt("New password", hide_input=True, confirmation_prompt=True, err=True)
    return words
