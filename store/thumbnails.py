"""Thumbnails of pictures from the web, made within limits.

`make_thumbnails` is the entry point: bytes that any site may have sent become two small WebP files
without metadata, or a `BadPicture` that says why not.
"""

from __future__ import annotations

import hashlib
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageOps, UnidentifiedImageError

from core.errors import SpecSeekError

if TYPE_CHECKING:
    from collections.abc import Mapping

SIZES = (160, 480)  # the longer side of a thumbnail, in pixels
CONTENT_TYPE = "image/webp"
ENDING = "webp"
DIGITS = 32  # of a digest, hexadecimal

# What is decoded. SVG is not: it is a program's page rather than a picture.
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_MOST_PIXELS = 25_000_000
_FEWEST_PIXELS = 48  # of either side; what is smaller is an icon
_LONGEST_SHAPE = 5  # sides of a picture; what is longer is a banner
# A progressive JPEG is decoded once per scan; encoders write about ten.
_SCAN = b"\xff\xda"
_MOST_SCANS = 100
_QUALITY = 82


class BadPicture(SpecSeekError):  # noqa: N818 - says what the bytes are, not what failed
    """These bytes give no thumbnail; the message says why."""


class Thumbnails(NamedTuple):
    """`width` and `height` are those of the largest thumbnail; `files` has all, by size.

    The digest is the largest one's, too: a file of some digest and size never changes.
    """

    digest: str
    width: int
    height: int
    files: Mapping[int, bytes]


def make_thumbnails(body: bytes) -> Thumbnails:
    """The first frame, upright, with its transparency; small pictures are not enlarged."""
    try:
        # Sizes are checked here, strictly; Pillow's own warning would only repeat it.
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(BytesIO(body), formats=_FORMATS) as image,
        ):
            _check_size(*image.size)
            _check_scans(image, body)
            shown = _shown(image)
    except BadPicture:
        raise
    except UnidentifiedImageError as error:
        raise BadPicture("It is no JPEG, PNG, WebP or GIF.") from error
    except Image.DecompressionBombError as error:
        raise BadPicture("It has too many pixels.") from error
    except Exception as error:  # decoders raise many kinds of exceptions
        raise BadPicture("It is damaged: it could not be decoded.") from error
    width, height = shown.size
    files = _files(shown)
    digest = hashlib.sha256(files[max(SIZES)]).hexdigest()[:DIGITS]
    return Thumbnails(digest, width, height, files)


def _check_size(width: int, height: int) -> None:
    if width * height > _MOST_PIXELS:
        raise BadPicture(f"It has {width} × {height} pixels, more than {_MOST_PIXELS:,}.")
    if min(width, height) < _FEWEST_PIXELS:
        raise BadPicture(f"It has only {width} × {height} pixels: an icon.")
    if max(width, height) > _LONGEST_SHAPE * min(width, height):
        raise BadPicture(f"It has {width} × {height} pixels: the shape of a banner.")


def _check_scans(image: Image.Image, body: bytes) -> None:
    if image.format == "JPEG" and body.count(_SCAN) > _MOST_SCANS:
        raise BadPicture("It is a JPEG of too many scans.")


def _shown(image: Image.Image) -> Image.Image:
    """The first frame as people see it, no larger than the largest thumbnail."""
    largest = max(SIZES)
    # A JPEG is decoded no larger than needed; other formats cannot do that.
    image.draft("RGB", (2 * largest, 2 * largest))
    shown = image.convert("RGBA" if image.has_transparency_data else "RGB")
    shown.thumbnail((largest, largest), reducing_gap=3.0)
    ImageOps.exif_transpose(shown, in_place=True)
    if all(low == high for low, high in _extremes(shown)):
        raise BadPicture("It has only one colour.")
    return shown


def _extremes(image: Image.Image) -> tuple[tuple[int, int], ...]:
    """The lowest and highest value of each channel."""
    return image.getextrema()  # type: ignore[return-value]  # of several channels of 8 bits


def _files(shown: Image.Image) -> dict[int, bytes]:
    """All sizes; `shown` is scaled down in place, largest first."""
    files = {}
    for size in sorted(SIZES, reverse=True):
        shown.thumbnail((size, size))
        files[size] = _webp(shown)
    return files


def _webp(image: Image.Image) -> bytes:
    """Only pixels: no location, time, profile or comment."""
    written = BytesIO()
    image.save(written, "WEBP", quality=_QUALITY, exif=b"", icc_profile=b"", xmp=b"")
    return written.getvalue()
