"""Other readers of articles: the papers' rivals as published, and packages.

CETR goes by lines of source, CETD by densities of elements, CEPR by tag paths. Packages are loaded
when they are wanted, since they are extras that may not be installed.
"""

from __future__ import annotations

import logging
import math
import re
from collections import defaultdict
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from rapidfuzz.distance import Levenshtein

from pages.dom import Tree
from pages.encoding import to_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lxml.etree import _Element as Element
    from numpy.typing import NDArray

    from pages.page import Page


@dataclass(frozen=True)
class ReadArticle:
    """What a reader makes of a page; "" for what it does not tell."""

    text: str
    title: str = ""
    date: str = ""
    author: str = ""


# CETR: lines of source with many characters for their tags.

_TAG = re.compile(r"<[^>]*+>")
_NOT_SHOWN = re.compile(r"(?is)<!--.*?-->|<(script|style|head)\b[^>]*+>.*?(?:</\1\s*>|\Z)")
_CLUSTERS = 3
_ROUNDS = 30


def cetr(page: Page) -> ReadArticle:
    """Two numbers per line, and k-means: what is nearest to a centre at the origin is noise."""
    source = _NOT_SHOWN.sub("", to_text(page.body, page.encoding))
    lines = [line for line in source.splitlines() if line.strip()]
    texts = [" ".join(_TAG.sub(" ", line).split()) for line in lines]
    ratios = np.array(
        [
            len(text) / max(len(_TAG.findall(line)), 1)
            for text, line in zip(texts, lines, strict=True)
        ]
    )
    if not len(ratios):
        return ReadArticle("")
    smooth = _smoothed(ratios, float(ratios.std()))
    slopes = np.array([smooth[at : at + 3].mean() - smooth[at] for at in range(len(smooth))])
    steep = np.abs(_smoothed(slopes, float(slopes.std())))
    is_noise = _nearest_to_origin(np.column_stack([smooth, steep]))
    return ReadArticle(
        "\n".join(text for text, noise in zip(texts, is_noise, strict=True) if not noise)
    )


def _smoothed(values: NDArray[np.float64], spread: float) -> NDArray[np.float64]:
    """By a Gaussian kernel of the values' own spread, at most 50 lines wide."""
    reach = min(math.ceil(spread), 50)
    if not reach or len(values) < 2:
        return values
    kernel = np.exp(-(np.arange(-reach, reach + 1) ** 2) / (2 * spread**2))
    padded = np.pad(values, reach, mode="edge")
    smooth: NDArray[np.float64] = np.convolve(padded, kernel / kernel.sum(), mode="valid")
    return smooth


def _nearest_to_origin(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    largest = points.max(axis=0)
    centres = np.array([largest * share / (_CLUSTERS - 1) for share in range(_CLUSTERS)])
    nearest = np.zeros(len(points), dtype=np.intp)
    for _ in range(_ROUNDS):
        distances = ((points[:, np.newaxis] - centres) ** 2).sum(axis=2)
        nearest = distances.argmin(axis=1)
        for number in range(1, _CLUSTERS):
            if (nearest == number).any():
                centres[number] = points[nearest == number].mean(axis=0)
    is_noise: NDArray[np.bool_] = nearest == 0
    return is_noise


# CETD: the element whose children are densest with text that is not linked.

_NO_TEXT = frozenset({"script", "style", "textarea", "noscript"})


def cetd(page: Page) -> ReadArticle:
    tree = Tree(page)
    elements = [element for element in tree.body.iter() if element.tag not in _NO_TEXT]
    characters = dict.fromkeys(elements, 0)
    tags = dict.fromkeys(elements, 0)
    linked, links = dict(tags), dict(tags)
    for element in reversed(elements):
        own = len("".join((element.text or "").split()))
        characters[element] += own
        if element.tag == "a":
            linked[element], links[element] = characters[element], 1
        parent = element.getparent()
        if element is not tree.body and parent in characters:
            characters[parent] += characters[element] + len("".join((element.tail or "").split()))
            tags[parent] += tags[element] + 1
            linked[parent] += linked[element]
            links[parent] += links[element]
    body = tree.body
    share = linked[body] / (characters[body] or 1)
    density = {
        element: _density(
            (characters[element], tags[element]), (linked[element], links[element]), share
        )
        for element in elements
    }
    sums: defaultdict[Element, float] = defaultdict(float)
    for element in elements:
        if element is not body:
            sums[element.getparent()] += density[element]
    best = max(sums, key=lambda element: sums[element], default=body)
    return ReadArticle(_text_of(best))


def _density(text: tuple[int, int], linked: tuple[int, int], share: float) -> float:
    """Composite text density; denominators of zero become 1."""
    characters, tags = text[0], text[1] or 1
    if not characters:
        return 0.0
    link_characters, links = linked
    plain = characters - link_characters or 1
    base = math.log(characters / plain * link_characters + share * characters + math.e)
    inner = characters / (link_characters or 1) * tags / (links or 1)
    logarithm = math.log(base)
    return characters / tags * (math.log(inner) / logarithm if logarithm else 1.0)


def _text_of(block: Element) -> str:
    """All texts in a block, a line each."""
    lines: list[str] = []
    for element in block.iter():
        if element.tag not in _NO_TEXT and element.text:
            lines.append(" ".join(element.text.split()))
        if element is not block and element.tail:
            lines.append(" ".join(element.tail.split()))
    return "\n".join(filter(None, lines))


# CEPR: texts at tag paths that carry long texts with punctuation, of different lengths.

_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~，。！？；：、“”‘’（）《》…—]")
_THRESHOLD = 0.8  # lambda; the paper's alpha and r are 1
_MOST_LEAVES = 5_000


def cepr(page: Page) -> ReadArticle:
    tree = Tree(page)
    leaves = tree.in_order[:_MOST_LEAVES]
    paths: dict[Element, tuple[str, ...]] = {}
    by_path: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for leaf in leaves:
        if leaf.element not in paths:
            paths[leaf.element] = tuple(element.tag for element in leaf.ancestors())
        by_path[paths[leaf.element]].append(leaf.text)
    ratios = {path: _extended_ratio(texts) for path, texts in by_path.items()}
    values = np.array([ratios[paths[leaf.element]] for leaf in leaves])
    if not len(values):
        return ReadArticle("")
    kernel = math.exp(-0.5)
    smooth = values / (1 + 2 * kernel)
    for at, leaf in enumerate(leaves):
        for other in (at - 1, at + 1):
            if 0 <= other < len(leaves):
                one, two = paths[leaf.element], paths[leaves[other].element]
                weight = 1 / max(Levenshtein.distance(one, two), 1)
                smooth[at] += weight * kernel / (1 + 2 * kernel) * values[other]
    least = _THRESHOLD * float(smooth.std())
    kept = (leaf.text for leaf, value in zip(leaves, smooth, strict=True) if value >= least)
    return ReadArticle("\n".join(kept))


def _extended_ratio(texts: list[str]) -> float:
    lengths = np.array([len(text) for text in texts], dtype=float)
    marks = np.array([len(_PUNCTUATION.findall(text)) for text in texts], dtype=float)
    return float(lengths.mean() * marks.mean() * (lengths.std() or 1) * (marks.std() or 1))


# Packages.


def packages() -> Mapping[str, Callable[[Page], ReadArticle]]:
    """Name and version of those that are installed → how to read with them."""
    logging.disable(logging.ERROR)  # they complain of pages, and we have counted that
    return {
        f"{package} {version(package)}{mode}": read
        for (package, module, mode), read in _PACKAGES.items()
        if find_spec(module)
    }


def absent_packages() -> list[str]:
    return sorted({package for package, module, _ in _PACKAGES if not find_spec(module)})


def _trafilatura(**options: Any) -> Callable[[Page], ReadArticle]:  # noqa: ANN401 - the package's own
    def read(page: Page) -> ReadArticle:
        document = import_module("trafilatura").bare_extraction(
            _source(page),
            url=page.url or None,
            include_comments=False,
            with_metadata=True,
            **options,
        )
        if document is None:
            return ReadArticle("")
        told = (document.title, document.date, document.author)
        return ReadArticle(document.text or "", *(field or "" for field in told))

    return read


def _readability(page: Page) -> ReadArticle:
    document = import_module("readability").Document(_source(page))
    text = import_module("lxml.html").fromstring(document.summary()).text_content()
    return ReadArticle(text, document.short_title())


def _newspaper(page: Page) -> ReadArticle:
    language = "zh" if re.search(r"[\u4e00-\u9fff]{20}", _source(page)) else "en"
    article = import_module("newspaper").Article(
        page.url or "https://site.example/1.html", fetch_images=False, language=language
    )
    article.download(input_html=_source(page))
    article.parse()
    date = article.publish_date
    day = date.date().isoformat() if date else ""
    return ReadArticle(article.text, article.title, day, ", ".join(article.authors))


def _resiliparse(page: Page) -> ReadArticle:
    extract = import_module("resiliparse.extract.html2text").extract_plain_text
    return ReadArticle(extract(_source(page), main_content=True))


def _gne(page: Page) -> ReadArticle:
    found = import_module("gne").GeneralNewsExtractor().extract(_source(page))
    return ReadArticle(found["content"], found["title"], found["publish_time"], found["author"])


def _justext(page: Page) -> ReadArticle:
    """It has no stop words for Chinese: there they are left out, as its authors advise."""
    justext = import_module("justext")
    is_chinese = re.search(r"[\u4e00-\u9fff]{20}", _source(page))
    words = frozenset() if is_chinese else justext.get_stoplist("English")
    options = {"stopwords_low": 0, "stopwords_high": 0} if is_chinese else {}
    paragraphs = justext.justext(_source(page), words, **options)
    return ReadArticle("\n".join(each.text for each in paragraphs if not each.is_boilerplate))


def _magic_html(page: Page) -> ReadArticle:
    extractor = import_module("magic_html").GeneralExtractor()
    found = extractor.extract(_source(page), base_url=page.url)
    return ReadArticle(import_module("lxml.html").fromstring(found["html"]).text_content())


def _source(page: Page) -> str:
    return to_text(page.body, page.encoding)


_PACKAGES: Mapping[tuple[str, str, str], Callable[[Page], ReadArticle]] = {
    ("trafilatura", "trafilatura", ""): _trafilatura(),
    ("trafilatura", "trafilatura", ", fast"): _trafilatura(fast=True),
    ("trafilatura", "trafilatura", ", precision"): _trafilatura(favor_precision=True),
    ("trafilatura", "trafilatura", ", recall"): _trafilatura(favor_recall=True),
    ("readability-lxml", "readability", ""): _readability,
    ("newspaper4k", "newspaper", ""): _newspaper,
    ("resiliparse", "resiliparse", ""): _resiliparse,
    ("gne", "gne", ""): _gne,
    ("jusText", "justext", ""): _justext,
    ("magic-html", "magic_html", ""): _magic_html,
}
