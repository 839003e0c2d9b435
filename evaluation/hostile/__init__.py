"""A hostile host in the pocket web: whatever can go wrong with a fetch does so here."""

from evaluation.hostile.host import SEEDS, SOURCES, TRAPS, HostileHost, HostileWeb, hostile_host
from evaluation.hostile.trap import Trap

__all__ = ["SEEDS", "SOURCES", "TRAPS", "HostileHost", "HostileWeb", "Trap", "hostile_host"]
