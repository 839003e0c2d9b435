"""`/pictures/<digest>-<size>.webp`: thumbnails of products, and the tags that show them."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request
from markupsafe import Markup

from search_ui.addresses import path_here
from search_ui.languages import phrase
from search_ui.site import this_site
from store.pictures import picture_file
from store.thumbnails import CONTENT_TYPE, DIGITS, ENDING, SIZES

if TYPE_CHECKING:
    from werkzeug import Response as AnyResponse

    from index.documents import ProductPicture
    from search_ui.languages import Language


picture_views = Blueprint("pictures", __name__)

SMALL, LARGE = min(SIZES), max(SIZES)
_NAME = re.compile(rf"([0-9a-f]{{{DIGITS}}})-({'|'.join(map(str, SIZES))})\.{ENDING}")
_FOR_EVER = "public, max-age=31536000, immutable"


@picture_views.get("/pictures/<name>")
def thumbnail(name: str) -> AnyResponse:
    """A file of some digest never changes, so browsers may keep it for good."""
    found = _NAME.fullmatch(name)
    if not found:
        abort(404, "There is no such picture.")
    try:
        body = picture_file(this_site().settings.data, found[1], int(found[2])).read_bytes()
    except FileNotFoundError:
        abort(404, "There is no such picture.")
    answer = Response(body, content_type=CONTENT_TYPE)
    answer.headers["Cache-Control"] = _FOR_EVER
    answer.set_etag(name)
    return answer.make_conditional(request)


def picture_address(picture: ProductPicture, size: int = LARGE) -> str:
    return path_here(f"/pictures/{picture.digest}-{size}.{ENDING}")


def thumbnail_size(picture: ProductPicture, size: int) -> tuple[int, int]:
    """The width and height of a thumbnail, as the store makes it."""
    share = min(1.0, size / max(picture.width, picture.height))
    return max(1, round(picture.width * share)), max(1, round(picture.height * share))


@picture_views.app_template_filter()
def picture_tag(
    picture: ProductPicture | None, name: str, language: Language, size: int = SMALL
) -> Markup:
    """The picture of a product, or a neutral surface of the same size where there is none."""
    if picture is None:
        return Markup(_NO_PICTURE)  # noqa: S704 - written here
    width, height = thumbnail_size(picture, size)
    alt = escape(phrase("product.picture.of", language, name=name))
    return Markup(  # noqa: S704 - the one text in it is escaped
        f'<img class="thumb" src="{picture_address(picture, size)}" width="{width}" '
        f'height="{height}" alt="{alt}" loading="lazy" decoding="async">'
    )


_NO_PICTURE = (
    '<span class="thumb no-picture" aria-hidden="true"><svg viewBox="0 0 24 24" width="24" '
    'height="24" fill="none" stroke="currentColor" stroke-width="1.4"><rect x="3" y="4" width="18" '
    'height="16" rx="2"/><circle cx="8.5" cy="9" r="1.5"/><path d="m3.5 18 5.5-5 3.5 3 3.5-4 '
    '4.5 5"/></svg></span>'
)
