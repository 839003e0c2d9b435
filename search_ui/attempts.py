"""Limits on attempts at the password: per network and in all, over all processes of a server."""

from __future__ import annotations

import fcntl
import os
import struct
import time
from contextlib import contextmanager
from hashlib import blake2b
from ipaddress import IPv6Address, ip_address
from mmap import mmap
from tempfile import TemporaryFile
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


_WINDOW: Final = 5 * 60.0  # seconds
_MOST_FROM_ONE: Final = 6
_MOST_FROM_ALL: Final = 60  # from all networks together: hashing alone would keep a core busy
_SLOT: Final = struct.Struct("d16s")  # when, and a digest of the network
_NOBODY: Final = bytes(16)


class Attempts:
    """Attempts of the last minutes, in memory that processes share if they fork after this.

    An attempt counts from the moment it begins; a success clears all attempts of its network. So of
    a thousand simultaneous requests no more than the limit are tried.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._slots = mmap(-1, _SLOT.size * _MOST_FROM_ALL)
        self._turn = _ProcessLock()

    def begin(self, address: str) -> bool:
        """Count one attempt; False, uncounted, if there were too many."""
        network = _digest(address)
        with self._turn.held():
            known = list(_SLOT.iter_unpack(self._slots[:]))
            since = self._now() - _WINDOW
            free = [at for at, (when, who) in enumerate(known) if who == _NOBODY or when < since]
            from_here = sum(who == network and when >= since for when, who in known)
            if not free or from_here >= _MOST_FROM_ONE:
                return False
            _SLOT.pack_into(self._slots, free[0] * _SLOT.size, self._now(), network)
            return True

    def succeeded(self, address: str) -> None:
        network = _digest(address)
        with self._turn.held():
            for at, (_, who) in enumerate(list(_SLOT.iter_unpack(self._slots[:]))):
                if who == network:
                    _SLOT.pack_into(self._slots, at * _SLOT.size, 0.0, _NOBODY)


def client_network(address: str) -> str:
    """The network of an address: with IPv6, one subscriber has a whole /64.

    >>> client_network("2001:db8::1:2:3:4"), client_network("::ffff:10.0.0.1")
    ('2001:db8::', '10.0.0.1')
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address  # a socket of the file system
    if not isinstance(known, IPv6Address):
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Address(int(known) >> 64 << 64))


def _digest(address: str) -> bytes:
    return blake2b(client_network(address).encode(), digest_size=16).digest()


class _ProcessLock:
    """One thread of one process at a time; the system frees it when its holder is killed."""

    def __init__(self) -> None:
        self._between_threads = Lock()
        self._file = _file_without_name()

    @contextmanager
    def held(self) -> Iterator[None]:
        with self._between_threads:
            fcntl.lockf(self._file, fcntl.LOCK_EX)  # not flock: children would share its holder
            try:
                yield
            finally:
                fcntl.lockf(self._file, fcntl.LOCK_UN)


def _file_without_name() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("specseek-attempts")
    with TemporaryFile() as file:
        return os.dup(file.fileno())
