"""A hostile host in the pocket web: whatever can go wrong with a fetch does so here."""

from evaluation.hostile.host import SEEDS, TRAPS, HostileHost, HostileWeb, hostile_host
from evaluation.hostile.trap import Trap

__all__ = ["SEEDS", "TRAPS", "HostileHost", "HostileWeb", "Trap", "hostile_host"]
