"""Which attribute a unit speaks of: that is for the topic to say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.topic import Facet, ValueType
from index.values.units import scale_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.topic import Attribute, Topic

TIMES = {"百": 1e2, "千": 1e3, "k": 1e3, "万": 1e4, "w": 1e4}
_MONEY = ("元", "块", "块钱", "圆", "rmb", "cny", "人民币", "yuan", "大洋")
_FOREIGN = ("美元", "美金", "usd", "dollars", "欧元", "eur", "euros", "英镑", "港币", "日元")
_ALSO = {"万像素": ("w像素",)}  # spellings that only queries have
_JOINTS = (" ", "-")  # 6.5 inch, 6.5-inch
_NEEDS_A_NAME = frozenset(("time", "angle", "colours"))  # 3年, 10小时: of what?
MEMORY_SIZES = frozenset((1, 2, 3, 4, 6, 8, 10, 12, 16, 18, 20, 24, *(2**n for n in range(5, 11))))
_MOST_RAM = 24  # GB; what is more is storage
_NETWORKS = frozenset((2, 3, 4, 5))  # generations, where nothing tells that memory is meant


@dataclass(frozen=True, slots=True)
class Unit:
    """How much one of a spelled unit is of an attribute's own."""

    attribute: Attribute
    factor: float


class Units:
    """All units of a topic's quantities and prices."""

    def __init__(self, topic: Topic) -> None:
        self._topic = topic
        self.price = next(self._of_type(ValueType.PRICE), None)

    def _of_type(self, kind: ValueType) -> Iterator[Attribute]:
        """What people can narrow by first."""
        of_type = [attribute for attribute in self._topic.attributes if attribute.type is kind]
        yield from sorted(of_type, key=lambda attribute: attribute.facet is Facet.NONE)

    @cached_property
    def meanings(self) -> Mapping[str, tuple[Unit, ...]]:
        """Spelling → what it may mean, the likeliest first."""
        table: dict[str, list[Unit]] = {spelled: [] for spelled in (*_FOREIGN, *TIMES)}
        for attribute in self._of_type(ValueType.QUANTITY):
            factors = scale_of(attribute.unit).factors
            for spelled, factor in factors.items():
                for also in (spelled, *_ALSO.get(spelled, ())):
                    table.setdefault(also, []).append(Unit(attribute, factor))
        for attribute in self._of_type(ValueType.PRICE):
            for money in _MONEY:
                table.setdefault(money, []).append(Unit(attribute, 1.0))
                for word, times in TIMES.items():
                    table.setdefault(word + money, []).append(Unit(attribute, times))
        return {spelled: tuple(units) for spelled, units in table.items()}

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.meanings))

    def at(self, text: str, place: int) -> tuple[int, str]:
        """Where the unit behind a number ends, and the unit; "" where there is none."""
        start = place + 1 if text[place : place + 1] in _JOINTS else place
        for end in range(min(len(text), start + self._longest), start, -1):
            spelled = text[start:end]
            runs_on = spelled[-1].isascii() and spelled[-1].isalpha() and _is_letter(text, end)
            if spelled in self.meanings and not runs_on:
                return end, spelled
        return place, ""

    def agree(self, one: str, other: str) -> bool:
        """May both be units of one attribute?"""
        names = [{unit.attribute.name for unit in self.meanings[each]} for each in (one, other)]
        return one == other or bool(names[0] & names[1])

    def of(self, attribute: Attribute, spelled: str) -> float | None:
        """What one of a unit is of a named attribute's own; without a unit its own is meant."""
        if not spelled:
            return 1.0
        if attribute.type is ValueType.PRICE and spelled in TIMES:
            return TIMES[spelled]
        units = self.meanings.get(spelled, ())
        return next((unit.factor for unit in units if unit.attribute.name == attribute.name), None)

    def alone(self, spelled: str, value: float, *, capital: bool) -> Unit | None:
        """What a unit means where no attribute is named; None where nobody can tell."""
        units = self.meanings.get(spelled, ())
        if spelled in ("g", "gb", "gib", "t", "tb", "tib") and self._memory(units):
            if spelled != "g" or capital or value in MEMORY_SIZES:
                return self._by_size(units, value)
            units = tuple(u for u in units if scale_of(u.attribute.unit).kind == "mass")
        if spelled in TIMES:
            return self._by_thousands(spelled, value)
        units = tuple(u for u in units if scale_of(u.attribute.unit).kind not in _NEEDS_A_NAME)
        own = [unit for unit in units if unit.factor == 1]
        if own or len({unit.attribute.unit for unit in units}) == 1:
            return (own or units)[0]
        return None

    def _memory(self, units: tuple[Unit, ...]) -> dict[str, Unit]:
        """Memory and storage, told by their aliases RAM and ROM."""
        return {
            alias: unit
            for unit in units
            for alias in ("RAM", "ROM")
            if alias in unit.attribute.aliases
        }

    def _by_size(self, units: tuple[Unit, ...], value: float) -> Unit | None:
        memory = self._memory(units)
        size = value * next(iter(memory.values())).factor
        return memory.get("RAM" if size <= _MOST_RAM else "ROM")

    def _by_thousands(self, spelled: str, value: float) -> Unit | None:
        """65W is a power and 5000万 are pixels; 1.5万, 1w and 3k are prices, if anything is."""
        kind = "power" if spelled == "w" and 5 <= value < 1000 else "pixels"
        if kind == "pixels" and value < 300:
            return None
        units = self.meanings[spelled]
        return next((u for u in units if scale_of(u.attribute.unit).kind == kind), None)

    def storage_for(self, attribute: Attribute, gigabytes: float) -> Attribute:
        """People say 内存 of storage, too: what is too much for memory is storage."""
        if "RAM" not in attribute.aliases or gigabytes <= _MOST_RAM:
            return attribute
        storage = self._topic.standard_name("ROM")
        return next((a for a in self._topic.attributes if a.name == storage), attribute)


def is_network(spelled: str, value: float) -> bool:
    return spelled == "g" and value in _NETWORKS


def _is_letter(text: str, at: int) -> bool:
    return text[at : at + 1].isascii() and text[at : at + 1].isalpha()
