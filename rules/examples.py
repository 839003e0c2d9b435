"""What a person says of a sample page: this attribute, under this name, has this value."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Example(BaseModel):
    """`name` is "" where the page shows the value without one."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    attribute: str
    name: str = ""
    value: str

    @property
    def texts(self) -> tuple[str, str, str]:
        return self.attribute, self.name, self.value
