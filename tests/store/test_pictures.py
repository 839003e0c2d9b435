from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

from store.frontier import PICTURE, LinkState, NewLink, add_links, finish_link, queue_links_again
from store.pictures import (
    PictureCounts,
    StoredPicture,
    picture_counts,
    picture_file,
    save_picture,
    stored_picture,
    stored_pictures,
    write_thumbnails,
)
from store.thumbnails import SIZES, make_thumbnails

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

TOPIC, NOW = "phones", 1_000.0
AT = "http://img.shop.example/1.jpg"


def test_thumbnails_are_files_named_by_their_digest(tmp_path: Path) -> None:
    written = BytesIO()
    Image.linear_gradient("L").save(written, "PNG")
    made = make_thumbnails(written.getvalue())
    write_thumbnails(tmp_path, made)
    write_thumbnails(tmp_path, made)  # once more does no harm
    paths = [picture_file(tmp_path, made.digest, size) for size in SIZES]
    assert [path.read_bytes() for path in paths] == [made.files[size] for size in SIZES]
    files = {path for path in tmp_path.rglob("*") if path.is_file()}
    assert files == set(paths)


def test_a_picture_belongs_to_every_address_that_led_to_it(conn: Connection) -> None:
    picture = StoredPicture("5a" * 16, 320, 480)
    moved = "http://www.shop.example/pic?id=1"
    save_picture(conn, TOPIC, [AT, moved], picture, NOW)
    assert stored_picture(conn, TOPIC, moved) == picture
    assert stored_pictures(conn, TOPIC) == {AT: picture, moved: picture}
    assert stored_picture(conn, "cameras", AT) is None


def test_a_picture_that_changed_replaces_the_old_one(conn: Connection) -> None:
    new = StoredPicture("c0" * 16, 480, 480)
    for picture in (StoredPicture("5a" * 16, 320, 480), new):
        save_picture(conn, TOPIC, [AT], picture, NOW)
    assert stored_picture(conn, TOPIC, AT) == new


def test_pictures_are_counted_apart_from_pages_and_fetched_once(conn: Connection) -> None:
    urls = [f"http://img.shop.example/{number}.jpg" for number in range(5)]
    found = [NewLink(url, "shop.example", "(picture)", PICTURE, 0, 2) for url in urls]
    ids = list(add_links(conn, TOPIC, found, NOW).values())
    states = (LinkState.DONE, LinkState.FAILED, LinkState.FORBIDDEN, LinkState.REDIRECT)
    for link, state in zip(ids[1:], states, strict=True):
        finish_link(conn, link, state)
    assert picture_counts(conn, TOPIC) == PictureCounts(stored=1, waiting=1, failed=2)
    assert queue_links_again(conn, TOPIC, NOW, only_due=False) == 0
