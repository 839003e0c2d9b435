"""A hostile host in the pocket web: whatever can go wrong with a fetch does so here."""

from samples.hostile.host import HostileHost, hostile_host
from samples.hostile.trap import Trap
from samples.hostile.web import SEEDS, TRAPS, HostileWeb

__all__ = ["SEEDS", "TRAPS", "HostileHost", "HostileWeb", "Trap", "hostile_host"]
