"""A small German topic, to read values of."""

from __future__ import annotations

from core.topic import Topic
from core.yaml_files import parse_yaml
from index.values.read import read_value

MONITORS = parse_yaml(
    """
name: screens
title: {de: Bildschirme}
units:
  U/min: {spellings: [rpm, Umdrehungen pro Minute]}
  kU/min: {size: 1000, of: U/min}
  Zoll: {spellings: [zöllig]}
attributes:
  - {name: Preis, group: Kauf, type: price, unit: EUR, role: price}
  - {name: Monatsrate, group: Kauf, type: price, unit: EUR, aliases: [monatlich]}
  - {name: Diagonale, group: Bild, type: quantity, unit: Zoll}
  - {name: Gewicht, group: Gerät, type: quantity, unit: kg}
  - {name: Breite, group: Gerät, type: quantity, unit: mm}
  - {name: Reaktionszeit, group: Bild, type: quantity, unit: ms}
  - {name: Helligkeit, group: Bild, type: quantity, unit: cd/m²}
  - {name: Kontrast, group: Bild, type: quantity, unit: ":1"}
  - {name: Lüfter, group: Gerät, type: quantity, unit: U/min}
  - {name: Auflösung, group: Bild, type: resolution}
  - {name: Maße, group: Gerät, type: size, unit: cm}
  - {name: Anschlüsse, group: Gerät, type: list, words: [[HDMI], [DisplayPort, DP]]}
  - {name: Pivot, group: Gerät, type: yes-no}
  - {name: Erscheinen, group: Kauf, type: date}
""",
    Topic,
    "screens.yaml",
)
ATTRIBUTES = {attribute.name: attribute for attribute in MONITORS.attributes}


def values_of(raw: str, name: str) -> list[object]:
    return list(read_value(raw, ATTRIBUTES[name]).values)
