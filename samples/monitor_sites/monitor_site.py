"""What the monitor sites have in common: which monitors they show, and how values are written."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import TYPE_CHECKING

from samples.chance import number
from samples.monitor_drawings import picture_bytes
from samples.site import GoldPair, Site

if TYPE_CHECKING:
    from collections.abc import Iterable

    from samples.catalogue import Product

_CLASSES = {
    "1920 x 1080": "Full HD",
    "1920 x 1200": "WUXGA",
    "2560 x 1080": "WFHD",
    "2560 x 1440": "WQHD",
    "3440 x 1440": "UWQHD",
    "3840 x 2160": "4K UHD",
    "3840 x 2560": "4K UHD+",
    "5120 x 1440": "DQHD",
    "5120 x 2880": "5K",
}


class MonitorSite(Site):
    topic = "monitors"
    picture_kind = "png"

    def rank(self, monitor: Product) -> int:
        """A quarter of the monitors is in every shop."""
        return int(number("everywhere", self.known_name(monitor)) % 4 > 0)

    def summary(self, monitor: Product) -> str:
        facts = ("Bildschirmdiagonale", "Auflösung", "Paneltyp", "Bildwiederholfrequenz")
        return ", ".join(self.written(fact, monitor) for fact in facts)

    def drawn(self, monitor: Product) -> bytes:
        return picture_bytes(monitor, self.picture_kind)

    @abstractmethod
    def written(self, attribute: str, monitor: Product) -> str:
        """Return a value as this site writes it."""

    def pairs(self, rows: Iterable[tuple[str, str]], monitor: Product) -> list[GoldPair]:
        """The rows (attribute, name as shown) that this monitor has something to say in."""
        return [
            GoldPair(attribute, name, self.written(attribute, monitor))
            for attribute, name in rows
            if attribute in monitor
        ]

    def is_untold(self, attribute: str, monitor: Product) -> bool:
        """Whether the site does not know it, though others do."""
        return number("untold", self.host, attribute, self.known_name(monitor)) % 17 == 0


def inches(monitor: Product) -> float:
    return float(monitor["Bildschirmdiagonale"].removesuffix(" Zoll").replace(",", "."))


def centimetres(monitor: Product) -> str:
    """As German pages write it: `68,6`."""
    return f"{inches(monitor) * 2.54:.1f}".replace(".", ",")


def model_code(monitor: Product) -> str:
    """The model without its series: U2723QE of UltraSharp U2723QE."""
    series, _, code = monitor["Modell"].rpartition(" ")
    # Studio Display and E24 G5 have no series.
    return (
        code
        if series and re.search(r"\d.*\w|\w.*\d", code) and len(code) > 3
        else monitor["Modell"]
    )


def resolution_class(monitor: Product) -> str:
    return _CLASSES[monitor["Auflösung"]]


def euros(monitor: Product) -> int:
    return int(monitor["Preis"].partition(",")[0])
