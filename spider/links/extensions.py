"""Which addresses are pages people can open, going by how they end?"""

from __future__ import annotations

_NO_PAGE = frozenset(
    # pictures, fonts, sound, films
    "jpg jpeg png gif bmp webp svg ico tif tiff avif heic psd ai eps woff woff2 ttf otf eot "
    "mp3 wav ogg flac aac m4a wma mid mp4 avi mkv mov wmv flv webm mpg mpeg m4v 3gp rm rmvb swf "
    # files to download
    "zip rar 7z gz tgz bz2 xz tar iso dmg exe msi apk ipa deb rpm jar cab bin sis sisx jad "
    "pdf doc docx xls xlsx ppt pptx odt ods odp rtf csv epub mobi torrent "
    # what pages are made with
    "css js mjs map json xml rss atom wasm".split()
)


def is_page(url: str) -> bool:
    """Does the address look like a page, not like a picture, a download or a style sheet?

    >>> is_page("http://shop.example/p/3.html"), is_page("http://shop.example/a.JPG?w=2")
    (True, False)
    """
    path, _, _ = url.partition("?")
    name = path[path.rfind("/") + 1 :]
    _, dot, ending = name.rpartition(".")
    return not dot or ending.lower() not in _NO_PAGE
