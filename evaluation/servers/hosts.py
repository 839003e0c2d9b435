"""Several hosts on one machine: network namespaces on a bridge, with no way out.

Needs root and the program `ip`; without them, processes share this machine's own network.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Host(NamedTuple):
    """`prefix` goes before a command that is to run there."""

    name: str
    prefix: tuple[str, ...]


class Hosts(NamedTuple):
    """`here` is the address of this machine for them, `network` theirs ("" if they have none)."""

    hosts: tuple[Host, ...]
    here: str
    network: str

    @property
    def are_separate(self) -> bool:
        return bool(self.network)


@contextmanager
def separate_hosts(count: int) -> Iterator[Hosts]:
    """So many hosts, which can reach this machine and each other; plain processes if need be."""
    with ExitStack() as held:
        try:
            yield _set_up(count, held)
        except _NoNamespacesError:
            names = [f"process {number}" for number in range(1, count + 1)]
            yield Hosts(tuple(Host(name, ()) for name in names), "127.0.0.1", "")


class _NoNamespacesError(Exception):
    """They are not allowed on this machine."""


def _set_up(count: int, held: ExitStack) -> Hosts:
    if os.geteuid() != 0 or not shutil.which("ip"):
        raise _NoNamespacesError
    bridge = f"spec{os.getpid() % 100_000}"
    network = f"10.77.{os.getpid() % 256}"
    here = f"{network}.254"  # this machine, as the hosts see it
    held.callback(_ip, f"link del {bridge}", check=False)
    _ip(f"link add {bridge} type bridge")
    _ip(f"addr add {here}/24 dev {bridge}")
    _ip(f"link set {bridge} up")
    hosts = []
    for number in range(1, count + 1):
        name = f"{bridge}-{number}"
        held.callback(_ip, f"netns del {name}", check=False)
        for command in (
            f"netns add {name}",
            f"link add {name}v type veth peer name eth0 netns {name}",
            f"link set {name}v master {bridge} up",
            f"-n {name} addr add {network}.{number}/24 dev eth0",
            f"-n {name} link set eth0 up",
            f"-n {name} link set lo up",
        ):
            _ip(command)
        hosts.append(Host(f"{network}.{number}", ("ip", "netns", "exec", name)))
    return Hosts(tuple(hosts), here, f"{network}.0/24")


def _ip(command: str, *, check: bool = True) -> None:
    done = subprocess.run(["ip", *command.split()], check=False, capture_output=True)  # noqa: S603, S607 - ours
    if check and done.returncode:
        raise _NoNamespacesError(done.stderr.decode(errors="replace"))
