"""Writing into Whoosh: quickly, all or nothing, and into few segments."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from whoosh.codec.whoosh3 import W3Codec
from whoosh.reading import SegmentReader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from whoosh.codec.base import Segment
    from whoosh.index import FileIndex
    from whoosh.writing import SegmentWriter

MOST_SEGMENTS = 8


@contextmanager
def index_writer(index: FileIndex) -> Iterator[SegmentWriter]:
    codec = W3Codec()
    # Lengths are columns here; without any of its own Whoosh would look for their file with
    # every posting, which takes longer than all the rest.
    codec.length_stats = False
    writer = index.writer(codec=codec)
    try:
        yield writer
    except BaseException:
        writer.cancel()
        raise
    writer.commit(mergetype=merge_segments)


def merge_segments(writer: SegmentWriter, segments: list[Segment]) -> list[Segment]:
    """Which segments stay as they are; the others' documents go into the new one.

    Every word is looked up in every segment, so there should be few. The largest is left alone
    until most of it is gone: to write it again takes as long as a new index.
    """
    if len(segments) < MOST_SEGMENTS:
        return segments
    largest = max(segments, key=lambda segment: segment.doc_count())
    stays = 2 * largest.doc_count() > largest.doc_count_all()
    for segment in segments:
        if not (stays and segment is largest):
            reader = SegmentReader(writer.storage, writer.schema, segment)
            writer.add_reader(reader)
            reader.close()
    return [largest] if stays else []
