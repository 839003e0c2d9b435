"""A forum of the pocket web: boards, threads of several pages, and the gold of every post."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple, TypeVar

from samples.channel_sites.site import ChannelSite, GoldDocument
from samples.channel_sites.threads import ForumThread, board_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from samples.channel_sites.threads import SamplePost


T = TypeVar("T")


class Board(NamedTuple):
    key: str
    name: str
    threads: int
    offset: int  # in the list of phones that are spoken of


class ShownPost(NamedTuple):
    """A post with its number in the thread, and the post it quotes."""

    number: int
    post: SamplePost
    quoted: SamplePost | None


class Forum(ChannelSite):
    boards: ClassVar[tuple[Board, ...]]
    posts_on_a_page: ClassVar[int]
    threads_on_a_page: ClassVar[int] = 10

    def __init__(self, unwritten: int = 0) -> None:
        """So many of the last posts of the longest thread are not written yet."""
        self._threads = {
            board: self._in_order(board_threads(board.key, board.threads, board.offset), unwritten)
            for board in self.boards
        }

    @staticmethod
    def _in_order(threads: Sequence[ForumThread], unwritten: int) -> list[ForumThread]:
        """Those with the newest posts first."""
        longest = max(threads, key=lambda thread: len(thread.posts))
        kept = longest.posts[: len(longest.posts) - unwritten]
        cut = ForumThread(longest.id, longest.board, longest.title, kept)
        threads = [cut if thread is longest else thread for thread in threads]
        return sorted(threads, key=lambda thread: thread.posts[-1].at, reverse=True)

    @abstractmethod
    def board_target(self, board: Board, page: int) -> str: ...

    @abstractmethod
    def thread_target(self, thread: ForumThread, page: int) -> str: ...

    @abstractmethod
    def board_page(
        self, board: Board, page: int, pages: int, threads: Sequence[ForumThread]
    ) -> str: ...

    @abstractmethod
    def thread_page(
        self, thread: ForumThread, page: int, pages: int, posts: Sequence[ShownPost]
    ) -> str: ...

    @abstractmethod
    def home(self) -> str: ...

    def html(self) -> Mapping[str, Callable[[], str]]:
        pages: dict[str, Callable[[], str]] = {"/": self.home}
        for board, threads in self._threads.items():
            parts = _parts(threads, self.threads_on_a_page)
            for page, shown in enumerate(parts, 1):
                make = partial(self.board_page, board, page, len(parts), shown)
                pages[self.board_target(board, page)] = make
        for thread in self.all_threads():
            posts = _parts(list(_numbered(thread)), self.posts_on_a_page)
            for page, on_page in enumerate(posts, 1):
                make = partial(self.thread_page, thread, page, len(posts), on_page)
                pages[self.thread_target(thread, page)] = make
        return pages

    def all_threads(self) -> Iterator[ForumThread]:
        for threads in self._threads.values():
            yield from threads

    def page_count(self, thread: ForumThread) -> int:
        return -(-len(thread.posts) // self.posts_on_a_page)

    def documents(self) -> Iterator[GoldDocument]:
        for thread in self.all_threads():
            for number, post, quoted in _numbered(thread):
                page = (number - 1) // self.posts_on_a_page + 1
                yield GoldDocument(
                    self.url(self.thread_target(thread, page)),
                    thread.title,
                    post.author,
                    post.at,
                    post.text,
                    ago=post.ago,
                    thread=self.url(self.thread_target(thread, 1)),
                    number=number,
                    quotes=(quoted.text,) if quoted else (),
                    low=post.low,
                )


def _numbered(thread: ForumThread) -> Iterator[ShownPost]:
    for number, post in enumerate(thread.posts, 1):
        quoted = thread.posts[post.quotes - 1] if post.quotes else None
        yield ShownPost(number, post, quoted)


def _parts(items: list[T], size: int) -> list[list[T]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
