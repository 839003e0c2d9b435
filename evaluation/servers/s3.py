"""S3-compatible storage: moto's server, whose objects are in its memory."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from evaluation.servers.process import ServerMissingError, free_port, listens, running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class StorageServer(NamedTuple):
    """`variables` are what a program needs to use it; `log` has a line for each request."""

    port: int
    log: Path

    @property
    def variables(self) -> dict[str, str]:
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}",
            "AWS_ACCESS_KEY_ID": "specseek",
            "AWS_SECRET_ACCESS_KEY": "specseek",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }


@contextmanager
def storage_server(folder: Path, port: int | None = None) -> Iterator[StorageServer]:
    """Its log is in the folder; what is stored goes with it."""
    if find_spec("moto") is None or find_spec("boto3") is None:
        raise ServerMissingError("moto is not installed (pip install 'specseek[s3,dev]')")
    server = StorageServer(port or free_port(), folder / "s3.log")
    command = [
        *(sys.executable, "-m", "moto.server"),
        *("-H", "127.0.0.1", "-p", str(server.port)),
    ]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}
    with running(command, server.log, lambda: listens(server.port), quiet):
        yield server


def make_bucket(server: StorageServer, name: str) -> None:
    import boto3  # noqa: PLC0415 - an extra

    client = boto3.session.Session(
        server.variables["AWS_ACCESS_KEY_ID"],
        server.variables["AWS_SECRET_ACCESS_KEY"],
        region_name="us-east-1",
    ).client("s3", endpoint_url=server.variables["AWS_ENDPOINT_URL"])
    client.create_bucket(Bucket=name)
    client.close()
