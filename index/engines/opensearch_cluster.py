"""The connection to an OpenSearch cluster: calls that outlive a lost node, and loading in bulk.

`Cluster.call` asks again where that can help, of another node, for a while: a node may be lost at
any time. `Cluster.search` also asks again if only some shards answered. `load` sends documents as
fast as the cluster takes them. Messages never contain the password.
"""

from __future__ import annotations

import json
import logging
import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from index.engines.engine import EngineError, EngineUnavailable

try:
    from opensearchpy import OpenSearch
    from opensearchpy.exceptions import ConnectionError as NoConnection
    from opensearchpy.exceptions import SSLError, TransportError
    from urllib3 import Timeout
except ModuleNotFoundError as missing:
    raise EngineError(
        "the engine opensearch is not installed: pip install 'specseek[opensearch]', or choose"
        " whoosh"
    ) from missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from core.settings import OpenSearchSettings


# It would warn of every failed attempt, with its address; what matters is in our errors.
logging.getLogger("opensearch").setLevel(logging.ERROR)

_CONNECT_TIME = 3.0  # seconds until another node is asked
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 5.0  # seconds between two attempts
_MOST_CONNECTIONS = 32  # to one node: as many as there are threads
_TEMPORARY = frozenset({408, 429, 502, 503, 504})
_LONGEST_REASON = 300  # characters
_NO_PARAMS: Mapping[str, str | int] = MappingProxyType({})


class Wait(NamedTuple):
    """Seconds in which a call is repeated, and until another node is asked."""

    patience: float
    answer: float


SEARCHING = Wait(20.0, 30.0)  # visitors wait
BUILDING = Wait(120.0, 120.0)  # nobody waits, and a lost node is replaced by then


class Cluster:
    """Safe to use from several threads."""

    def __init__(self, settings: OpenSearchSettings) -> None:
        if not settings.hosts:
            raise EngineError(
                "the engine opensearch has no address: set hosts in [search.opensearch],"
                ' such as ["http://127.0.0.1:9200"]'
            )
        self._named = ", ".join(settings.hosts)
        self._client = OpenSearch(
            [_host(address) for address in settings.hosts],
            http_auth=(settings.user, settings.password) if settings.user else None,
            ca_certs=str(settings.ca) if settings.ca else None,
            pool_maxsize=_MOST_CONNECTIONS,
            max_retries=0,  # `call` repeats
            retry_on_timeout=True,  # the next call asks another node
        )

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        wait: Wait | None = None,
        params: Mapping[str, str | int] = _NO_PARAMS,
    ) -> dict[str, Any]:
        """The answer; raises EngineUnavailable if there is none in time, EngineError if refused.

        Without `wait`, as long as a visitor waits.
        """
        wait = wait or SEARCHING
        for attempt in _attempts(wait.patience):
            limit: Any = Timeout(connect=_CONNECT_TIME, read=wait.answer)
            options = {**params, "request_timeout": limit}
            try:
                answer = self._client.transport.perform_request(
                    method, path, params=options, body=body
                )
            except SSLError as error:
                raise EngineUnavailable(
                    f"the certificate of OpenSearch ({self._named}) cannot be trusted: set ca in"
                    " [search.opensearch] to the file of its authority"
                ) from error
            except TransportError as error:
                if not _is_temporary(error):
                    raise self._refusal(error) from error
                attempt.failed_with(self._silence(error), error)
            else:
                return answer if isinstance(answer, dict) else {}
        raise AssertionError  # the last attempt has raised

    def search(
        self, index: str, body: Mapping[str, Any], search_type: str = "query_then_fetch"
    ) -> dict[str, Any]:
        """A whole answer: one in which a shard is missing is asked for again."""
        params = {"allow_partial_search_results": "false", "search_type": search_type}
        for attempt in _attempts(SEARCHING.patience):
            answer = self.call("POST", f"/{index}/_search", body, params=params)
            shards = answer["_shards"]
            if not answer["timed_out"] and shards["successful"] == shards["total"]:
                return answer
            attempt.failed_with(
                f"OpenSearch ({self._named}) answered with"
                f" {shards['successful']} of {shards['total']} shards"
            )
        raise AssertionError

    def _refusal(self, error: TransportError) -> EngineError:
        """Those that name the cluster's address are not for visitors."""
        if error.status_code == 401:
            return EngineUnavailable(
                f"OpenSearch ({self._named}) does not accept the user or the password: check user"
                " and password in [search.opensearch]"
            )
        if error.status_code == 404:
            return NotOnServer(f"OpenSearch: {reason(error.info)}")
        return EngineError(f"OpenSearch refused: {reason(error.info)}")

    def _silence(self, error: TransportError) -> str:
        if isinstance(error, NoConnection):
            why = type(error.info).__name__ if isinstance(error.info, Exception) else "no answer"
        else:
            why = reason(error.info)
        return f"OpenSearch ({self._named}) does not answer ({why})"


class NotOnServer(EngineError):  # noqa: N818 - it is what the server answers
    """The cluster does not have what was asked for."""


def _host(address: str) -> dict[str, Any]:
    parts = urlsplit(address)
    secure = parts.scheme == "https"
    return {
        "host": parts.hostname,
        "port": parts.port or (443 if secure else 9200),
        "use_ssl": secure,
        "url_prefix": parts.path.strip("/"),
    }


def reason(info: object) -> str:
    """What OpenSearch says about an error: its root cause."""
    error = info.get("error", info) if isinstance(info, dict) else info
    if isinstance(error, dict):
        causes = error.get("root_cause") or [error]
        cause = causes[0] if isinstance(causes[0], dict) else {}
        error = cause.get("reason") or cause.get("type") or "no reason given"
    return str(error)[:_LONGEST_REASON]


def _is_temporary(error: TransportError) -> bool:
    if isinstance(error, NoConnection):
        return True
    return error.status_code in _TEMPORARY and not _is_blocked(error.info)


def _is_blocked(info: object) -> bool:
    """Whether the index is read-only, which waiting does not change: a disk is full, for example.

    Its status is that of too many requests.
    """
    error = info.get("error", info) if isinstance(info, dict) else {}
    kind = error.get("type") if isinstance(error, dict) else None
    return kind == "cluster_block_exception" and "read-only" in reason(info)


class _Attempt:
    """One of several; `failed_with` waits for the next, or raises if there is no time left."""

    def __init__(self, last: float, pause: float) -> None:
        self._last = last
        self._pause = pause

    def failed_with(self, what: str, error: Exception | None = None) -> None:
        if time.monotonic() + self._pause > self._last:
            raise EngineUnavailable(f"{what}: try again later") from error
        time.sleep(self._pause)


def _attempts(patience: float) -> Iterator[_Attempt]:
    last = time.monotonic() + patience
    pause = _FIRST_PAUSE
    while True:
        yield _Attempt(last, pause)
        pause = min(pause * 2, _LONGEST_PAUSE)


# Loading documents in bulk.


_LARGEST_BULK = 5_000_000  # bytes of one request, to begin with
_SMALLEST_BULK = 50_000
_TOO_LARGE = 413


class BulkOperation(NamedTuple):
    """Index a document, or delete it if `source` is None; both may be repeated."""

    id: str
    source: Mapping[str, Any] | None

    def line(self) -> bytes:
        action = {"delete" if self.source is None else "index": {"_id": self.id}}
        parts = (action,) if self.source is None else (action, self.source)
        return b"".join(json.dumps(part).encode() + b"\n" for part in parts)


def load(cluster: Cluster, alias: str, operations: Iterable[BulkOperation]) -> None:
    """Send all of them to the index of the alias.

    The alias must exist: an index that somebody removed meanwhile is not created again.
    """
    bulk = _Bulk(cluster, alias)
    waiting: list[bytes] = []
    size = 0
    for line in (operation.line() for operation in operations):
        if waiting and size + len(line) > bulk.largest:
            bulk.send(waiting)
            waiting, size = [], 0
        waiting.append(line)
        size += len(line)
    bulk.send(waiting)


class _Bulk:
    """Sends less at a time, and later, if the cluster asks for it."""

    def __init__(self, cluster: Cluster, alias: str) -> None:
        self._cluster = cluster
        self._path = f"/{alias}/_bulk"
        self.largest = _LARGEST_BULK

    def send(self, lines: Sequence[bytes]) -> None:
        """Returns when all have been taken; what was taken in part is sent again in part."""
        attempts = _attempts(BUILDING.patience)
        while lines:
            part = self._beginning(lines)
            refused, why = self._refused(part)
            if len(refused) < len(part):
                attempts = _attempts(BUILDING.patience)  # it goes on
            if refused:
                self.largest = max(self.largest // 2, _SMALLEST_BULK)
                next(attempts).failed_with(f"OpenSearch takes no more documents ({why})")
            lines = [*refused, *lines[len(part) :]]

    def _beginning(self, lines: Sequence[bytes]) -> Sequence[bytes]:
        size = 0
        for at, line in enumerate(lines):
            size += len(line)
            if at and size > self.largest:
                return lines[:at]
        return lines

    def _refused(self, lines: Sequence[bytes]) -> tuple[Sequence[bytes], str]:
        """Those that the cluster does not take now, and why; raises for what it never takes."""
        try:
            answer = self._cluster.call(
                "POST",
                self._path,
                b"".join(lines),
                wait=BUILDING,
                params={"require_alias": "true"},
            )
        except EngineError as error:
            if _status(error) != _TOO_LARGE:
                raise
            if len(lines) == 1:
                raise EngineError(
                    f"one document has {len(lines[0]):,} bytes, more than OpenSearch takes at once:"
                    " raise http.max_content_length on its nodes"
                ) from error
            return lines, "the request is too large"
        if not answer["errors"]:
            return (), ""
        results = [next(iter(item.values())) for item in answer["items"]]
        failed = [
            (line, result) for line, result in zip(lines, results, strict=True) if "error" in result
        ]
        for _line, result in failed:
            if result["status"] not in _TEMPORARY or _is_blocked(result):
                raise EngineError(f"OpenSearch refused a document: {reason(result)}")
        return [line for line, _result in failed], reason(failed[0][1]) if failed else ""


def _status(error: EngineError) -> object:
    cause = error.__cause__
    return cause.status_code if isinstance(cause, TransportError) else None
