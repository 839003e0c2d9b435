"""The pocket web as a forward proxy on loopback: spiders use real-looking addresses.

Every request is answered from memory; nothing ever leaves the machine.
"""

from samples.proxy.server import Asked, PocketProxy

__all__ = ["Asked", "PocketProxy"]
