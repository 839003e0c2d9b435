"""The settings, typed; docs/settings.md explains each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from settings.addresses import contact_address, network, private_place, proxy_address

_ROOT = Path(__file__).resolve().parents[1]  # where the rooms of SpecSeek lie
SHIPPED_TOPICS = _ROOT / "rules" / "topics"
SHIPPED_RULES = _ROOT / "rules" / "library"


def _folder(name: object, info: ValidationInfo) -> Path:
    """A folder that is not absolute is meant from the folder the person works in."""
    if not isinstance(name, str) or not name or "\0" in name:
        raise ValueError("must name a folder")
    try:
        return Path(info.context or "") / Path(name).expanduser()
    except RuntimeError as no_home:
        raise ValueError(f"{name!r} means a home folder, and there is none") from no_home


def _folder_or(shipped: Path | None) -> BeforeValidator:
    return BeforeValidator(lambda name, info: shipped if name == "" else _folder(name, info))


Folder = Annotated[Path, BeforeValidator(_folder)]
AtLeastZero = Annotated[int, Field(ge=0)]
AtLeastOne = Annotated[int, Field(ge=1)]
Duration = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Pause = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class CrawlSettings(_Section):
    """How far, how fast and how politely a crawl goes; 0 is no limit for the budgets."""

    contact: Annotated[str, BeforeValidator(contact_address)]
    proxy: Annotated[str, BeforeValidator(proxy_address)]
    # TOML has lists; a frozen model holds a tuple.
    allow: Annotated[
        tuple[Annotated[str, BeforeValidator(private_place)], ...], Field(strict=False)
    ]
    chromium: str
    pages: AtLeastZero
    pages_per_site: AtLeastZero
    depth: AtLeastZero
    minutes: Pause
    megabytes: AtLeastZero
    page_megabytes: AtLeastOne
    header_kilobytes: AtLeastOne
    timeout_seconds: Duration
    redirects: AtLeastZero
    retries: AtLeastZero
    concurrency: AtLeastOne
    concurrency_per_site: AtLeastOne
    delay_seconds: Pause
    longest_delay_seconds: Pause
    revisit_hours_least: Duration
    revisit_hours_most: Duration
    trap_pages: AtLeastOne

    @field_validator("longest_delay_seconds")
    @classmethod
    def _not_under_the_shortest_delay(cls, value: float, info: ValidationInfo) -> float:
        return _not_under("delay_seconds", value, info)

    @field_validator("revisit_hours_most")
    @classmethod
    def _not_under_the_shortest_wait(cls, value: float, info: ValidationInfo) -> float:
        return _not_under("revisit_hours_least", value, info)


def _not_under(least: str, most: float, info: ValidationInfo) -> float:
    """A mistake of two keys: `other` names the second, for it may be the one to mend."""
    if most < info.data.get(least, most):
        raise PydanticCustomError(
            "two_keys",
            "{key} ({most}) is less than {other} ({least})",
            {"key": info.field_name, "most": most, "other": least, "least": info.data[least]},
        )
    return most


class SearchSettings(_Section):
    """What holds the index, and who is believed to be the admin beside who knows the password."""

    engine: Literal["whoosh", "tantivy"]
    user_header: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]*$")]
    proxies: Annotated[tuple[Annotated[str, BeforeValidator(network)], ...], Field(strict=False)]


class ReviewSettings(_Section):
    """What is decided without asking."""

    accept_above: Annotated[float, Field(ge=0, le=1)]


class Settings(_Section):
    """Everything a person can choose; made by `settings.loading.load_settings`."""

    data: Folder
    ledger: str
    topics: Annotated[Path, _folder_or(SHIPPED_TOPICS)]
    rules: Annotated[Path, _folder_or(SHIPPED_RULES)]
    data_sets: Annotated[Path | None, _folder_or(None)]
    crawl: CrawlSettings
    search: SearchSettings
    review: ReviewSettings
