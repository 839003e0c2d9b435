"""Files in S3-compatible storage, to be used as paths of local files are.

Server and credentials come from where every program for S3 has them: `AWS_ENDPOINT_URL`,
`AWS_ACCESS_KEY_ID` and the other variables, or `~/.aws`. A file that is not there raises
FileNotFoundError, as on a disk; if the storage itself cannot be used, StorageError is raised.
"""

from __future__ import annotations

import errno
import io
import os
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from _typeshed import WriteableBuffer

_COMPARED = 1 << 20
_LISTED = 1000  # the most that storage lists in one answer


class StorageError(SpecSeekError):
    """The storage cannot be used: unreachable, no such bucket, no access. Nothing is lost."""


@dataclass(frozen=True, slots=True, order=True)
class BucketPath:
    """`s3://bucket/key`; a folder is what the keys of several files begin with."""

    bucket: str
    key: str = ""

    @classmethod
    def parse(cls, address: str) -> BucketPath:
        """Parse an address that `core.settings` has checked."""
        bucket, _, key = address.removeprefix("s3://").partition("/")
        return cls(bucket, key.rstrip("/"))

    def __str__(self) -> str:
        return f"s3://{self.bucket}/{self.key}".rstrip("/")

    def __truediv__(self, name: str) -> BucketPath:
        return BucketPath(self.bucket, f"{self.key}/{name}" if self.key else name)

    @property
    def name(self) -> str:
        return self.key.rpartition("/")[2]

    @property
    def parent(self) -> BucketPath:
        return BucketPath(self.bucket, self.key.rpartition("/")[0])

    def absolute(self) -> BucketPath:
        return self

    # Reading.

    def open(self, at_once: int) -> io.BufferedReader:
        """A request for each `at_once` bytes; the first one tells whether the file is there."""
        return io.BufferedReader(_BucketFile(self), at_once)

    def size(self) -> int:
        with _told(self):
            return int(_client().head_object(**self._names)["ContentLength"])

    def is_file(self) -> bool:
        try:
            self.size()
        except FileNotFoundError:
            return False
        return True

    def is_dir(self) -> bool:
        """Whether there are files in it."""
        return bool(self._listed(MaxKeys=1)["KeyCount"])

    def iterdir(self) -> Iterator[BucketPath]:
        """The files in this folder, sorted by name; not those in folders below."""
        return (self / name for name in self.sizes())

    def sizes(self) -> dict[str, int]:
        """Name → size in bytes, of the files in this folder."""
        found: dict[str, int] = {}
        more: dict[str, str] = {}
        while True:
            listed = self._listed(Delimiter="/", MaxKeys=_LISTED, **more)
            for one in listed.get("Contents", ()):
                found[one["Key"].rpartition("/")[2]] = one["Size"]
            if not listed["IsTruncated"]:
                return found
            more = {"ContinuationToken": listed["NextContinuationToken"]}

    # Writing.

    def upload(self, path: Path) -> None:
        """Upload a local file in one step: readers see the old object, or the new one whole."""
        with _told(self), path.open("rb") as file:
            _client().put_object(**self._names, Body=file)

    def begins_with(self, path: Path) -> bool:
        """Read it back and compare it with a local file; False if it is not there."""
        try:
            with self.open(_COMPARED) as here, path.open("rb") as there:
                while expected := there.read(_COMPARED):
                    if here.read(len(expected)) != expected:
                        return False
        except FileNotFoundError:
            return False
        return True

    def unlink(self, *, missing_ok: bool = False) -> None:
        if not (missing_ok or self.is_file()):
            raise _not_found(self)
        with _told(self):
            _client().delete_object(**self._names)

    @property
    def _names(self) -> dict[str, str]:
        return {"Bucket": self.bucket, "Key": self.key}

    def _listed(self, **how: object) -> Any:  # noqa: ANN401 - boto3 is not typed
        prefix = f"{self.key}/" if self.key else ""
        with _told(self):
            return _client().list_objects_v2(Bucket=self.bucket, Prefix=prefix, **how)


class _BucketFile(io.RawIOBase):
    """Each `read` asks for just the bytes that fit into its buffer."""

    def __init__(self, path: BucketPath) -> None:
        self._path = path
        self._position = 0
        self._size: int | None = None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        begin = {io.SEEK_SET: 0, io.SEEK_CUR: self._position}.get(whence)
        if begin is None:
            begin = self._size = self._path.size()
        self._position = max(0, begin + offset)
        return self._position

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        room = memoryview(buffer).cast("B")
        if not room or (self._size is not None and self._position >= self._size):
            return 0
        data = self._range(self._position, self._position + len(room) - 1)
        room[: len(data)] = data
        self._position += len(data)
        return len(data)

    def _range(self, first: int, last: int) -> bytes:
        """Empty at the end of the file; the answer also tells the file's size."""
        names = {"Bucket": self._path.bucket, "Key": self._path.key}
        try:
            with _told(self._path):
                answer = _client().get_object(**names, Range=f"bytes={first}-{last}")
                data: bytes = answer["Body"].read()
        except _BeyondEndError:
            self._size = first
            return b""
        self._size = int(answer["ContentRange"].rpartition("/")[2])
        return data


# The client of this process, and its errors as ours.


@cache
def _client_of(_process: int, _server: str) -> Any:  # noqa: ANN401 - boto3 is not typed
    try:
        import boto3  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as missing:
        raise StorageError(
            "S3-compatible storage needs boto3: pip install 'specseek[s3]'"
        ) from missing
    return boto3.session.Session().client("s3")


def _client() -> Any:  # noqa: ANN401 - boto3 is not typed
    """One for each process, since connections must not be shared with a fork, and server."""
    return _client_of(os.getpid(), os.environ.get("AWS_ENDPOINT_URL", ""))


class _BeyondEndError(Exception):
    """The range begins behind the end of the file."""


def _not_found(path: BucketPath) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


_MISSING = {"NoSuchKey", "404", "NotFound"}
_REFUSED = {
    *("AccessDenied", "403", "Forbidden", "AllAccessDisabled", "InvalidAccessKeyId"),
    *("SignatureDoesNotMatch", "ExpiredToken", "InvalidToken", "AuthorizationHeaderMalformed"),
}


@contextmanager
def _told(path: BucketPath) -> Iterator[None]:
    """Errors of boto3 as FileNotFoundError, or as StorageError that says what to do."""
    _client()  # with a hint, if boto3 is missing
    from botocore import exceptions as failures  # noqa: PLC0415 - an extra

    try:
        yield
    except failures.ClientError as error:
        code = str(error.response.get("Error", {}).get("Code", ""))
        if code in _MISSING:
            raise _not_found(path) from error
        if code in {"InvalidRange", "416"}:
            raise _BeyondEndError from error
        raise StorageError(f"{path}: {_reason(path, code, error)}") from error
    except (failures.NoCredentialsError, failures.PartialCredentialsError) as error:
        raise StorageError(
            f"{path}: there are no credentials for the storage; set AWS_ACCESS_KEY_ID and "
            "AWS_SECRET_ACCESS_KEY, or write ~/.aws/credentials"
        ) from error
    except failures.BotoCoreError as error:
        raise StorageError(
            f"{path}: the storage cannot be reached ({error}); does the server run, and is "
            "AWS_ENDPOINT_URL its address?"
        ) from error


def _reason(path: BucketPath, code: str, error: Exception) -> str:
    if code == "NoSuchBucket":
        return f"there is no bucket {path.bucket!r}; create it, or correct its name"
    if code in _REFUSED:
        return (
            f"the storage refuses the credentials ({code}); check AWS_ACCESS_KEY_ID and "
            "AWS_SECRET_ACCESS_KEY, and what they may do with this bucket"
        )
    return f"the storage answers: {error}"
