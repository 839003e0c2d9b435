"""The settings: defaults, overridden by `specseek.toml`, overridden by `SPECSEEK_*` variables.

`load_settings` returns one frozen, typed `Settings`, or raises `SettingsError` with all mistakes,
each with its line or variable. Defaults are in defaults.toml beside this module, explanations in
docs/settings.md.
"""

from __future__ import annotations

import os
import re
import tomllib
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_origin
from urllib.parse import urlsplit

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from core.errors import FileProblem, FileProblems
from core.limits import ReadingLimits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails


class SettingPlace(NamedTuple):
    """Where a setting is set: a line (from 1) of a file, or a variable (line 0)."""

    name: str
    line: int = 0

    def problem(self, text: str) -> FileProblem:
        return FileProblem(self.line, 0, text, self.name)


class SettingsError(FileProblems):
    """The settings cannot be used; mistakes in the file come first, then those in variables."""

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        in_order = sorted(problems, key=lambda one: (not one.line, one.name, one.line))
        super().__init__("settings", tuple(in_order))


# Validators of addresses: contact, proxy, private hosts and networks.


# It goes into a header, inside a comment: no line breaks, no closing bracket.
_CONTACT = re.compile(r"(?:https?://[!-'*-~]+|[!-'*-~]+@[!-'*-~]+)?")
_REDIS = re.compile(r"(?:rediss?://[!-~]+|unix://[!-~]+)?")
_STORAGE = re.compile(r"(?:s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[!-~]*)?)?")
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")


def contact_address(text: object) -> object:
    if isinstance(text, str) and not _CONTACT.fullmatch(text):
        raise ValueError("must be a mail address or a web address, in plain ASCII")
    return text


def storage_address(text: object) -> object:
    if isinstance(text, str) and not _STORAGE.fullmatch(text):
        raise ValueError(f'{text!r} is not like s3://bucket/folder; "" is a local folder')
    return text


def redis_address(text: object) -> object:
    """Messages never show the value: the address may contain a password."""
    if isinstance(text, str) and not _REDIS.fullmatch(text):
        raise ValueError("must be the address of a Redis server, such as redis://127.0.0.1:6379/0")
    return text


def proxy_address(text: object) -> object:
    """Messages never show the value: a proxy's address may contain a password."""
    if isinstance(text, str) and text and not _is_web_server(text):
        raise ValueError("must be the address of an HTTP proxy, such as http://127.0.0.1:8080")
    return text


def server_address(text: object) -> object:
    """Messages never show the value: it may contain a password, which belongs elsewhere."""
    if isinstance(text, str) and not (_is_web_server(text) and "@" not in text):
        raise ValueError(
            "must be addresses such as http://127.0.0.1:9200, without user and password"
        )
    return text


def secret(text: object) -> object:
    """Messages never show the value."""
    if not isinstance(text, str):
        raise ValueError("must be text in quotes")  # noqa: TRY004 - pydantic shows ValueErrors
    return text


def _is_web_server(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # the port is not a number, or brackets do not match
        return False


def private_place(text: object) -> object:
    """A host name in lower case ASCII, an IP address, or a network, in canonical form."""
    if not isinstance(text, str):
        return text
    try:
        return str(ip_network(text)) if "/" in text else str(ip_network(text)[0])
    except ValueError:
        return _network_or_host(text)


def network(text: object) -> object:
    """An IP address or a network."""
    if not isinstance(text, str):
        return text
    try:
        return str(ip_network(text))
    except ValueError:
        raise ValueError(f"{text!r} is not an IP address or network{_network_hint(text)}") from None


def _network_or_host(text: str) -> str:
    if "/" in text:
        raise ValueError(f"{text!r} is not a network{_network_hint(text)}")
    try:
        host = text.rstrip(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        host = ""
    if not _HOST.fullmatch(host):
        raise ValueError(f"{text!r} is not a host name, IP address or network")
    return host


def _network_hint(text: str) -> str:
    """Suggest 10.0.0.0/8 for 10.1.2.3/8, which is an address in that network."""
    try:
        return f"; did you mean {ip_network(text, strict=False)}?"
    except ValueError:
        return " (an example: 10.0.0.0/8)"


# The settings, typed; docs/settings.md explains each.


_ROOT = Path(__file__).resolve().parents[1]
SHIPPED_TOPICS = _ROOT / "rules" / "topics"
SHIPPED_RULES = _ROOT / "rules" / "library"
SHIPPED_SOURCES = _ROOT / "channels" / "sources"


def _folder(name: object, info: ValidationInfo) -> Path:
    """Relative folders start at the working folder."""
    if not isinstance(name, str) or not name or "\0" in name:
        raise ValueError("must name a folder")
    try:
        return Path(info.context or "") / Path(name).expanduser()
    except RuntimeError as no_home:
        raise ValueError(f"{name!r}: there is no such home folder") from no_home


def _folder_or(shipped: Path | None) -> BeforeValidator:
    return BeforeValidator(lambda name, info: shipped if name == "" else _folder(name, info))


Folder = Annotated[Path, BeforeValidator(_folder)]
AtLeastZero = Annotated[int, Field(ge=0)]
AtLeastOne = Annotated[int, Field(ge=1)]
# A list in TOML, a tuple in the frozen model.
Networks = Annotated[tuple[Annotated[str, BeforeValidator(network)], ...], Field(strict=False)]
Duration = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Pause = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class CrawlSettings(_Section):
    """Limits and politeness of a crawl; a budget of 0 means no limit."""

    contact: Annotated[str, BeforeValidator(contact_address)]
    proxy: Annotated[str, BeforeValidator(proxy_address)]
    # A list in TOML, a tuple in the frozen model.
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
    readers: AtLeastZero
    reading_seconds: Duration
    reading_megabytes: AtLeastOne
    queue: AtLeastOne
    queue_per_site: AtLeastOne
    redirects: AtLeastZero
    retries: AtLeastZero
    concurrency: AtLeastOne
    concurrency_per_site: AtLeastOne
    delay_seconds: Pause
    longest_delay_seconds: Pause
    revisit_hours_least: Duration
    revisit_hours_most: Duration
    trap_pages: AtLeastOne

    @property
    def reading_limits(self) -> ReadingLimits:
        """What reading one page may cost."""
        return ReadingLimits(self.reading_seconds, self.reading_megabytes)

    @field_validator("longest_delay_seconds")
    @classmethod
    def _not_under_the_shortest_delay(cls, value: float, info: ValidationInfo) -> float:
        return _not_under("delay_seconds", value, info)

    @field_validator("revisit_hours_most")
    @classmethod
    def _not_under_the_shortest_wait(cls, value: float, info: ValidationInfo) -> float:
        return _not_under("revisit_hours_least", value, info)


def _not_under(least: str, most: float, info: ValidationInfo) -> float:
    """Compare two keys; the error names both, since either may be the wrong one."""
    if most < info.data.get(least, most):
        raise PydanticCustomError(
            "two_keys",
            "{key} ({most}) is less than {other} ({least})",
            {"key": info.field_name, "most": most, "other": least, "least": info.data[least]},
        )
    return most


class OpenSearchSettings(_Section):
    """Where OpenSearch is; used only if it is the engine. Messages never show the password."""

    hosts: Annotated[
        tuple[Annotated[str, BeforeValidator(server_address)], ...], Field(strict=False)
    ]
    user: str
    password: Annotated[str, BeforeValidator(secret)] = Field(repr=False)
    ca: Annotated[Path | None, _folder_or(None)]  # a file
    shards: AtLeastOne


class SearchSettings(_Section):
    """The search engine, the proxies that may name the admin, and who may read the figures."""

    engine: Literal["whoosh", "tantivy", "opensearch"]
    user_header: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]*$")]
    proxies: Networks
    metrics: Networks
    opensearch: OpenSearchSettings


class ReviewSettings(_Section):
    """What is decided automatically, and what is asked first."""

    accept_above: Annotated[float, Field(ge=0, le=1)]
    most_lost: Annotated[float, Field(ge=0, le=1)]


class Settings(_Section):
    """All settings; made by `load_settings`."""

    data: Folder
    log: Literal["text", "json"]
    ledger: str
    archive: Annotated[str, BeforeValidator(storage_address)]
    frontier: Annotated[str, BeforeValidator(redis_address)]
    topics: Annotated[Path, _folder_or(SHIPPED_TOPICS)]
    rules: Annotated[Path, _folder_or(SHIPPED_RULES)]
    sources: Annotated[Path, _folder_or(SHIPPED_SOURCES)]
    data_sets: Annotated[Path | None, _folder_or(None)]
    crawl: CrawlSettings
    search: SearchSettings
    review: ReviewSettings


def folders_written(settings: Settings) -> Iterator[Path]:
    """Folders in which small files are replaced; those of an index look after themselves."""
    for name in ("", "archive", "review", "changes"):
        yield settings.data / name
    for folder in (settings.topics, settings.rules, settings.sources):
        yield folder
        yield from (path for path in folder.rglob("*") if path.is_dir())


# Loading: defaults, then `specseek.toml`, then variables.


DEFAULTS = Path(__file__).with_name("defaults.toml")
SETTINGS_FILE = "specseek.toml"

_TOML_ERROR = re.compile(r"(?P<text>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)")


def load_settings(folder: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings for `folder`, by default the current one.

    Raises `SettingsError`, which lists all mistakes.
    """
    folder = folder or Path()
    environ = os.environ if environ is None else environ
    values = tomllib.loads(DEFAULTS.read_text("utf-8"))
    in_file, places = _read_file(folder, environ)
    from_variables, problems = from_environment(environ, Settings)
    _override(values, in_file)
    for keys, value in from_variables.items():
        _set(values, keys, value)
        places[keys] = SettingPlace(variable_of(keys))
    try:
        settings = Settings.model_validate(values, context=folder)
    except ValidationError as error:
        problems.extend(setting_problems(error, Settings, places))
        raise SettingsError(problems) from None
    if problems:
        raise SettingsError(problems)
    return settings


def _read_file(
    folder: Path, environ: Mapping[str, str]
) -> tuple[dict[str, Any], dict[Keys, SettingPlace]]:
    """The values in the user's file, and their places; a file named by variable must exist."""
    named = environ.get(CONFIG_VARIABLE)
    file = folder / (named or SETTINGS_FILE)
    try:
        text = file.read_bytes().decode("utf-8-sig")
        values = tomllib.loads(text)
    except FileNotFoundError:
        if named:
            raise _refusal(SettingPlace(CONFIG_VARIABLE), f"there is no file {named}") from None
        return {}, {}
    except OSError as error:
        raise _refusal(SettingPlace(str(file)), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise _refusal(SettingPlace(str(file), line), "is not UTF-8: save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(file, text, str(error)) from error
    return values, {
        keys: SettingPlace(str(file), line) for keys, line in lines_of_keys(text).items()
    }


def _syntax_error(file: Path, text: str, message: str) -> SettingsError:
    found = _TOML_ERROR.fullmatch(message)
    line = int(found["line"] or 0) if found else 0
    reason = found["text"] if found else message
    place = SettingPlace(str(file), line or len(text.splitlines()))
    return _refusal(place, f"is not TOML: {reason}")


def _refusal(place: SettingPlace, text: str) -> SettingsError:
    return SettingsError([place.problem(text)])


def _override(values: dict[str, Any], overrides: Mapping[str, Any]) -> None:
    for key, value in overrides.items():
        if isinstance(value, dict) and isinstance(values.get(key), dict):
            _override(values[key], value)
        else:
            values[key] = value


def _set(values: dict[str, Any], keys: Keys, value: object) -> None:
    *sections, key = keys
    for section in sections:
        values = values[section]
        if not isinstance(values, dict):
            return  # not a section in the file: reported as the file's mistake
    values[key] = value


# The line of each key in a TOML file, which tomllib does not tell.


Keys = tuple[str, ...]


def lines_of_keys(text: str) -> dict[Keys, int]:
    r"""The line (from 1) on which each key is set first; the text must be valid TOML.

    >>> lines_of_keys('data = "d"\n[crawl]\npages = 5')
    {('data',): 1, ('crawl',): 2, ('crawl', 'pages'): 3}
    """
    found: dict[Keys, int] = {}
    table: Keys = ()
    for line, statement in _statements(text):
        keys = list(_keys_in(tomllib.loads(statement)))
        if statement.lstrip().startswith("["):
            table = max(keys, key=len)
            keys = [table[:depth] for depth in range(1, len(table) + 1)]
        else:
            keys = [(*table, *way) for way in keys]
        for way in keys:
            found.setdefault(way, line)
    return found


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Each table header and each `key = value`, with its first line.

    A statement ends with the first line at which it is valid TOML by itself: with an open bracket
    or string it is not.
    """
    statement, first = "", 1
    for line, part in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        statement, first = (f"{statement}\n{part}", first) if statement else (part, line)
        try:
            empty = not tomllib.loads(statement)
        except tomllib.TOMLDecodeError:
            continue
        if not empty:
            yield first, statement
        statement = ""


def _keys_in(values: Mapping[str, object], above: Keys = ()) -> Iterator[Keys]:
    for key, value in values.items():
        yield (*above, key)
        below = value[0] if isinstance(value, list) and value else value
        if isinstance(below, dict):
            yield from _keys_in(below, (*above, key))


# `SPECSEEK_*` variables: `SPECSEEK_CRAWL_PAGES=500` sets `pages` in `[crawl]`.


VARIABLE_PREFIX = "SPECSEEK_"
CONFIG_VARIABLE = f"{VARIABLE_PREFIX}CONFIG"  # names the file to read instead of specseek.toml


def known_keys(model: type[BaseModel], above: Keys = ()) -> Iterator[tuple[Keys, FieldInfo]]:
    """All keys of the settings, with their sections."""
    for name, field in model.model_fields.items():
        below = field.annotation
        if isinstance(below, type) and issubclass(below, BaseModel):
            yield from known_keys(below, (*above, name))
        else:
            yield (*above, name), field


def variable_of(keys: Keys) -> str:
    return VARIABLE_PREFIX + "_".join(keys).upper()


def as_variables(settings: Settings) -> dict[str, str]:
    """All settings as variables, for another process in the same working folder."""
    return {variable_of(keys): _as_text(settings, keys) for keys, _ in known_keys(Settings)}


def _as_text(settings: Settings, keys: Keys) -> str:
    value: Any = settings
    for key in keys:
        value = getattr(value, key)
    if isinstance(value, tuple):
        return ",".join(value)
    return "" if value is None else str(value)


def from_environment(
    environ: Mapping[str, str], model: type[BaseModel]
) -> tuple[dict[Keys, object], list[FileProblem]]:
    """The values set by variables, and a problem for each unknown (likely misspelled) variable."""
    fields = {variable_of(keys): (keys, field) for keys, field in known_keys(model)}
    values: dict[Keys, object] = {}
    problems = []
    for variable in sorted(name for name in environ if name.startswith(VARIABLE_PREFIX)):
        if variable in fields:
            keys, field = fields[variable]
            values[keys] = _typed(environ[variable], field)
        elif variable != CONFIG_VARIABLE:
            text = _unknown_variable(variable, [*fields, CONFIG_VARIABLE])
            problems.append(SettingPlace(variable).problem(text))
    return values, problems


def _typed(text: str, field: FieldInfo) -> object:
    """The text converted to the setting's type; if that fails, the model will reject the text."""
    if get_origin(field.annotation) is tuple:
        return [part.strip() for part in text.split(",")] if text.strip() else []
    try:
        return field.annotation(text) if field.annotation in {int, float} else text
    except ValueError:
        return text


def _unknown_variable(variable: str, known: list[str]) -> str:
    near = get_close_matches(variable, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "docs/settings.md lists them all"
    return f"unknown setting; {hint}"


# Validation errors, with the places where the values were set.


def setting_problems(
    error: ValidationError, model: type[BaseModel], places: Mapping[Keys, SettingPlace]
) -> Iterator[FileProblem]:
    for details in error.errors(include_url=False):
        keys = tuple(step for step in details["loc"] if isinstance(step, str))
        yield _place_of(keys, details, places).problem(_problem_text(keys, details, model))


def _place_of(
    keys: Keys, details: ErrorDetails, places: Mapping[Keys, SettingPlace]
) -> SettingPlace:
    """If two keys contradict each other, only one of them may have been set by the user."""
    other = details.get("ctx", {}).get("other", "")
    return places.get(keys) or places[(*keys[:-1], other)]


def _problem_text(keys: Keys, details: ErrorDetails, model: type[BaseModel]) -> str:
    key, kind = keys[-1], details["type"]
    if kind == "extra_forbidden":
        return _unknown_key(keys, model)
    if kind == "model_type":
        return f"{key} is a section: write [{key}], and its keys below"
    message = details["msg"].removeprefix("Value error, ").removeprefix("Input ")
    if kind == "two_keys":
        return message
    if kind == "value_error":  # from our own validators, which decide what to show
        return f"{key}: {message}"
    return f"{key} is {shortened(details['input'])}; it {message}"


def _unknown_key(keys: Keys, model: type[BaseModel]) -> str:
    """Suggest the nearest key of the section, or the section that has this key."""
    section, key = keys[:-1], keys[-1]
    known = [way for way, _field in known_keys(model)]
    beside = list(
        dict.fromkeys(way[len(section)] for way in known if way[: len(section)] == section)
    )
    near = get_close_matches(key, beside, n=1)
    if near:
        return f"unknown key {key!r}; did you mean {near[0]!r}?"
    elsewhere = [way for way in known if way[-1] == key]
    if elsewhere:
        home = ".".join(elsewhere[0][:-1])
        return f"{key!r} belongs {f'below [{home}]' if home else 'above the first [section]'}"
    return f"unknown key {key!r}; known keys: {', '.join(beside)}"
