"""The settings: defaults, then `specseek.toml`, then `SPECSEEK_*` variables; the later one wins.

`load_settings` gives one frozen, typed `Settings`, or `SettingsError` with all mistakes at once,
each with the line or the variable it stands in. Defaults are in defaults.toml beside this module,
explanations in docs/settings.md.
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

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails


class SettingPlace(NamedTuple):
    """Where a person wrote a setting: a line (from 1) of a file, or a variable (line 0)."""

    name: str
    line: int = 0

    def problem(self, text: str) -> FileProblem:
        return FileProblem(self.line, 0, text, self.name)


class SettingsError(FileProblems):
    """The settings cannot be used: the mistakes of the file first, then those of variables."""

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        by_place = sorted(problems, key=lambda one: (not one.line, one.name, one.line))
        super().__init__("settings", tuple(by_place))


# Validators of addresses: contact, proxy, private hosts and networks.


# Header lines are made of it: no line breaks, nothing that ends the comment it stands in.
_CONTACT = re.compile(r"(?:https?://[!-'*-~]+|[!-'*-~]+@[!-'*-~]+)?")
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*")


def contact_address(text: object) -> object:
    if isinstance(text, str) and not _CONTACT.fullmatch(text):
        raise ValueError("must be a mail address or a web address, in plain ASCII")
    return text


def proxy_address(text: object) -> object:
    """The value is never shown in a message: a proxy's address may hold a password."""
    if isinstance(text, str) and text and not _is_web_server(text):
        raise ValueError("must be the address of an HTTP proxy, such as http://127.0.0.1:8080")
    return text


def _is_web_server(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, brackets that do not match
        return False


def private_place(text: object) -> object:
    """A host name in lower case ASCII, an IP address, or a network, as they are compared."""
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
        raise ValueError(f"{text!r} is no IP address or network{_network_hint(text)}") from None


def _network_or_host(text: str) -> str:
    if "/" in text:
        raise ValueError(f"{text!r} is no network{_network_hint(text)}")
    try:
        host = text.rstrip(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        host = ""
    if not _HOST.fullmatch(host):
        raise ValueError(f"{text!r} is no host name, IP address or network")
    return host


def _network_hint(text: str) -> str:
    """`10.1.2.3/8` names one address of a network; the network is meant."""
    try:
        return f"; did you mean {ip_network(text, strict=False)}?"
    except ValueError:
        return " (10.0.0.0/8 is one)"


# The settings, typed; docs/settings.md explains each.


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
    """Everything a person can choose; made by `core.settings.load_settings`."""

    data: Folder
    ledger: str
    topics: Annotated[Path, _folder_or(SHIPPED_TOPICS)]
    rules: Annotated[Path, _folder_or(SHIPPED_RULES)]
    data_sets: Annotated[Path | None, _folder_or(None)]
    crawl: CrawlSettings
    search: SearchSettings
    review: ReviewSettings


# Loading: defaults, then `specseek.toml`, then variables.


DEFAULTS = Path(__file__).with_name("defaults.toml")
SETTINGS_FILE = "specseek.toml"

_TOML_ERROR = re.compile(r"(?P<text>.*) \(at (?:line (?P<line>\d+), column \d+|end of document)\)")


def load_settings(folder: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings for work in `folder` (the current one if not told).

    Raises `SettingsError`, which tells all mistakes at once.
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
    """What the person's file says, and where it says it; a file that is named must be there."""
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
    words = found["text"] if found else message
    place = SettingPlace(str(file), line or len(text.splitlines()))
    return _refusal(place, f"is not TOML: {words}")


def _refusal(place: SettingPlace, text: str) -> SettingsError:
    return SettingsError([place.problem(text)])


def _override(values: dict[str, Any], with_these: Mapping[str, Any]) -> None:
    for key, value in with_these.items():
        if isinstance(value, dict) and isinstance(values.get(key), dict):
            _override(values[key], value)
        else:
            values[key] = value


def _set(values: dict[str, Any], keys: Keys, value: object) -> None:
    *sections, key = keys
    for section in sections:
        values = values[section]
        if not isinstance(values, dict):
            return  # the file has no section there, which is told as its mistake
    values[key] = value


# On which line of a TOML file is each key? The standard library's reader does not say.


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
    """Each table header and each `key = value` with its first line.

    A statement ends with the first line that makes it valid alone: an open bracket or
    an open string never is.
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
    """All keys of the settings, those of sections with the section before them."""
    for name, field in model.model_fields.items():
        below = field.annotation
        if isinstance(below, type) and issubclass(below, BaseModel):
            yield from known_keys(below, (*above, name))
        else:
            yield (*above, name), field


def variable_of(keys: Keys) -> str:
    return VARIABLE_PREFIX + "_".join(keys).upper()


def from_environment(
    environ: Mapping[str, str], model: type[BaseModel]
) -> tuple[dict[Keys, object], list[FileProblem]]:
    """What variables set, and the variables that set nothing: most likely misspelled."""
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
    """Text as the setting's kind of value; what does not fit is left for the model to refuse."""
    if get_origin(field.annotation) is tuple:
        return [part.strip() for part in text.split(",")] if text.strip() else []
    try:
        return field.annotation(text) if field.annotation in {int, float} else text
    except ValueError:
        return text


def _unknown_variable(variable: str, known: list[str]) -> str:
    near = get_close_matches(variable, known, n=1)
    hint = f"did you mean {near[0]}?" if near else "docs/settings.md lists those there are"
    return f"unknown setting; {hint}"


# What the model refuses, with the place where the person wrote it.


def setting_problems(
    error: ValidationError, model: type[BaseModel], places: Mapping[Keys, SettingPlace]
) -> Iterator[FileProblem]:
    for details in error.errors(include_url=False):
        keys = tuple(step for step in details["loc"] if isinstance(step, str))
        yield _place_of(keys, details, places).problem(_problem_text(keys, details, model))


def _place_of(
    keys: Keys, details: ErrorDetails, places: Mapping[Keys, SettingPlace]
) -> SettingPlace:
    """Where two keys contradict each other, the person may have written only one of them."""
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
    if kind == "value_error":  # a validator of ours, which shows what may be shown
        return f"{key}: {message}"
    return f"{key} is {shortened(details['input'])}; it {message}"


def _unknown_key(keys: Keys, model: type[BaseModel]) -> str:
    """The nearest key of the same section, or else the section that has a key of this name."""
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
    return f"unknown key {key!r}; there are: {', '.join(beside)}"
