"""What a person says of a sample page: this attribute, under this name, has this value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, model_validator

from core.names import name_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from rules.record import Pair


class Example(BaseModel):
    """`name` is "" where the page shows the value without one.

    An attribute that is null, as in what `specseek extract` prints, is called by its name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    attribute: str
    name: str = ""
    value: str

    @model_validator(mode="before")
    @classmethod
    def _called_by_its_name(cls, given: Any) -> Any:  # noqa: ANN401 - whatever a file may hold
        if isinstance(given, dict) and given.get("attribute", "") is None and given.get("name"):
            return {**given, "attribute": given["name"]}
        return given

    @property
    def texts(self) -> tuple[str, str, str]:
        return self.attribute, self.name, self.value


def missing_from(pairs: Collection[Pair], examples: Iterable[Example]) -> list[Example]:
    """The examples that are not among the pairs read off their page."""
    read = [(pair, name_key(value)) for pair in pairs for value in (pair.value, *pair.values)]
    named = {(name_key(pair.name), value) for pair, value in read}
    attributed = {(pair.attribute, value) for pair, value in read}
    return [
        example
        for example in examples
        if (not example.name or (name_key(example.name), name_key(example.value)) not in named)
        and (example.attribute, name_key(example.value)) not in attributed
    ]
