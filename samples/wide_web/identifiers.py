"""The numbers under which a site files its pages."""

from __future__ import annotations

from samples.chance import number


class Identifiers:
    """A number per page, in no order that tells what the page is; it leads back to the page."""

    def __init__(self, host: str, count: int) -> None:
        self._count = count
        self._modulus = int("1" + "0" * len(str(10 * count)))
        # Numbers that end in 1 or 7 have an inverse modulo a power of ten.
        self._factor = number("factor", host) % self._modulus // 10 * 10 + 7
        self._inverse = pow(self._factor, -1, self._modulus)
        self._shift = number("shift", host) % self._modulus

    def identifier(self, ordinal: int) -> int:
        return self._modulus + (ordinal * self._factor + self._shift) % self._modulus

    def ordinal(self, identifier: int) -> int | None:
        """Which page is filed under a number; none under most."""
        if not self._modulus <= identifier < 2 * self._modulus:
            return None
        ordinal = (identifier - self._shift) * self._inverse % self._modulus
        return ordinal if ordinal < self._count else None
