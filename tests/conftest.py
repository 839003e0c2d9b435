"""For all tests: a ledger's address (who asks for it runs on SQLite and PostgreSQL), and storage.

No example of hypothesis has to be quick: none of them is on a busy machine. What a shell that
started the tests in the background took from them is given back, too.
"""

from __future__ import annotations

import gc
import signal
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from evaluation.servers.postgres import postgres_server
from evaluation.servers.process import ServerMissingError
from evaluation.servers.s3 import StorageServer, make_bucket, storage_server
from store.database import SteadyClock
from store.ledger import ledger_url

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from evaluation.servers.postgres import PostgresServer

settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# Such a shell has Ctrl-C ignored, and so would every process that a test starts and interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Modules and tests stay to the end: looking for garbage among them would be in vain.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ledger from the future sets the clock of a process forward: not that of the next test."""
    monkeypatch.setattr("store.database._CLOCK", SteadyClock())


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A server for all tests; only slow ones ask for it."""
    try:
        with postgres_server() as server:
            yield server
    except ServerMissingError as error:
        pytest.skip(str(error))


@pytest.fixture
def postgres_url(postgres: PostgresServer) -> str:
    """Of an empty database."""
    postgres.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return postgres.url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new ledger can be made, on each database."""
    if request.param == "sqlite":
        return ledger_url(tmp_path)
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(scope="session")
def storage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorageServer]:
    """S3-compatible storage with a bucket `pages`, for this process and those it starts."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as started:
        try:
            folder = tmp_path_factory.mktemp("storage")
            server = started.enter_context(storage_server(folder))
        except ServerMissingError as missing:
            pytest.skip(str(missing))
        for name, value in server.variables.items():
            patch.setenv(name, value)
        make_bucket(server, "pages")
        yield server
