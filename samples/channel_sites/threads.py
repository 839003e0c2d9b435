"""What owners of the pocket web's phones say to each other: threads of posts, in made-up words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from samples.catalogue import yuan
from samples.chance import choose, number
from samples.channel_sites.articles import in_english, moment_after_release, speaks_of

if TYPE_CHECKING:
    from samples.catalogue import Phone


@dataclass(frozen=True)
class SamplePost:
    """`text` has a line per paragraph; `low` marks what says nothing: 顶, 沙发, advertisements.

    A post has been written at a time, or so long before the page is fetched.
    """

    author: str
    at: datetime
    text: str
    quotes: int | None = None  # the number of the post it quotes, from 1
    low: bool = False
    ago: timedelta | None = None


@dataclass(frozen=True)
class ForumThread:
    id: int
    board: str
    title: str
    posts: tuple[SamplePost, ...]


_MEMBERS = (
    *("北城以北", "老猫烧须", "小鱼干", "Zhang_San", "雨打芭蕉", "二手玫瑰", "nokia老兵", "阿布"),
    *("山楂树", "隔壁老李", "flymeer", "电量焦虑", "咖啡不加糖", "小镇青年", "K歌之王", "白开水"),
)
_ENGLISH_MEMBERS = ("tinkerer", "Marlene", "old_brick", "pixelpeeper", "Jo", "northwind")

_QUESTIONS = (
    "准备入手{short}，主要是打电话和看小说，预算{price}左右。\n想问问已经在用的朋友，信号怎么样？屏幕在太阳下能看清吗？",
    "{short}用了三个月，最近掉电很快，早上满电，中午就只剩一半了。\n大家有没有遇到过？是电池老化还是软件的问题？",
    "刚刚拿到{short}，发现右下角按下去有轻微的响声。\n这是通病还是我运气不好？要不要趁着七天之内去换一台？",
    "家里老人想换手机，看中了{short}，字大不大，铃声响不响？\n有给父母买过的朋友吗，请说说实际的感受，谢谢。",
)
_ANSWERS = (
    "我用{short}快半年了，信号没有问题，地铁里也能打电话，就是听筒声音偏小。",
    "同一款路过。我的办法是把后台的东西都关掉，再把亮度调到三成，现在能撑到晚上。",
    "响声应该是后盖没有扣紧，你用手指沿着边缘压一圈试试，我的就是这样解决的。",
    "建议去售后看看，保修期内换电池是免费的，记得带上发票，不然要扯皮半天。",
    "屏幕我觉得够用了，{screen}看小说一页能放不少字，太阳底下把亮度拉满就行。",
    "买之前先到柜台试试手感，{weight}的重量有人觉得踏实，有人觉得坠手。",
    "我妈用的就是这个，字可以调到最大，铃声在厨房里都听得见，放心买吧。",
    "{price}这个价格不贵，去年我买的时候还要多花三百，现在入手正合适。",
    "拍照别抱太大希望，{camera}，白天随手拍拍还行，晚上就算了。",
    "升级到最新的系统之后好了很多，原来一天两充，现在一天一充还有剩余。",
)
_REPLIES = (
    "谢谢你的经验，我回去试一下，有结果了再来告诉大家。",
    "这个说法我不太同意，我的机器用了一年也没出现过，可能和批次有关系。",
    "请问你说的设置在哪个菜单里？我翻了半天没有找到。",
    "补充一点：如果恢复出厂之前没有备份，通讯录会全部丢掉，千万小心。",
)
_LOW = (
    *("顶", "沙发", "路过，帮顶", "占楼", "mark一下", "板凳", "学习了", "围观"),
    "专业回收二手手机，高价上门，量大从优，加QQ 10000000 详谈",
    "代开发票，全新行货手机批发，货到付款，电话 00000000000",
)
_ENGLISH_QUESTION = (
    "Thinking about the {short} as a second phone, mostly calls and maps.\n"
    "How is reception indoors, and does the battery survive a weekend?"
)
_ENGLISH_ANSWERS = (
    "Had the {short} for a year. Reception is fine, the speaker is a bit thin.",
    "Battery is rated {battery}. With background sync off I charge it every other night.",
    "Try the screen outdoors before you buy: {screen} is plenty, but it is glossy.",
    "Mine creaked until I pressed the back cover down all the way round. Silent since then.",
    "I paid about {price} yuan for it. For less than that I would not expect a better camera.",
)
_ENGLISH_REPLIES = (
    "Thanks, that is exactly what I wanted to know. I will report back next week.",
    "Interesting, mine never did that. Which firmware are you on?",
)
_ENGLISH_LOW = ("+1", "bump", "following")


@cache
def board_threads(board: str, count: int, offset: int) -> tuple[ForumThread, ...]:
    """The threads of a board, the first begun first; each is about one phone."""
    english = board == "english"
    threads = [
        _thread(board, phone, 7000 + 13 * (offset + place), english=english)
        for place, phone in enumerate(speaks_of("forum", count, offset))
    ]
    return tuple(threads)


def _thread(board: str, phone: Phone, identity: int, *, english: bool) -> ForumThread:
    words = phone["手机名"], board
    facts = {
        "short": phone["型号"] if number("short", *words) % 2 else phone["手机名"],
        "price": str(yuan(phone)),
        "screen": phone["主屏尺寸"],
        "weight": phone["重量"],
        "camera": phone["摄像头像素"],
        "battery": phone["电池容量"],
    }
    if english:
        facts = in_english(facts, phone)
        facts["short"] = phone["型号"] if number("short", *words) % 2 else facts["name"]
    members = _ENGLISH_MEMBERS if english else _MEMBERS
    question = _ENGLISH_QUESTION if english else choose(_QUESTIONS, *words)
    begun = moment_after_release(phone, board)
    asker = choose(members, "asker", *words)
    posts = [SamplePost(asker, begun, question.format_map(facts))]
    for place in range(2, 2 + _replies(words)):
        begun += timedelta(minutes=7 + number("later", str(place), *words) % 900)
        posts.append(_reply(posts, place, begun, facts, words, english=english))
    title = (
        f"{facts['name']}: worth it as a second phone?"
        if english
        else f"{choose(('请教', '求助', '分享', '闲聊'), *words)}：{phone['手机名']}到底怎么样"
    )
    return ForumThread(identity, board, title, tuple(_told_lately(posts, words)))


def _replies(words: tuple[str, str]) -> int:
    """Most threads fit on one page, some have two or three; one in ten has no reply."""
    chance = number("replies", *words) % 10
    return (0, 3, 5, 6, 8, 8, 9, 13, 19, 26)[chance]


def _reply(  # noqa: PLR0913 - what a reply depends on
    before: list[SamplePost],
    place: int,
    at: datetime,
    facts: dict[str, str],
    words: tuple[str, str],
    *,
    english: bool,
) -> SamplePost:
    key = (str(place), *words)
    others = [
        one for one in (_ENGLISH_MEMBERS if english else _MEMBERS) if one != before[-1].author
    ]
    author = choose(others, "author", *key)
    kind = number("kind", *key) % 8
    if kind in {0, 1}:
        return SamplePost(author, at, choose(_ENGLISH_LOW if english else _LOW, *key), low=True)
    quoted = None
    telling = [place for place, post in enumerate(before, 1) if not post.low]
    if kind in {2, 3} and place > 2:
        quoted = choose(telling, "quoted", *key)
        text = choose(_ENGLISH_REPLIES if english else _REPLIES, *key)
    else:
        options = _ENGLISH_ANSWERS if english else _ANSWERS
        text = options[(number("first", *words) + place) % len(options)]
    return SamplePost(author, at, text.format_map(facts), quotes=quoted)


def _told_lately(posts: list[SamplePost], words: tuple[str, str]) -> list[SamplePost]:
    """In one thread of five the last posts are so new that the site counts back to them."""
    if number("lately", *words) % 5 or len(posts) < 3:
        return posts
    agos = (timedelta(hours=5), timedelta(minutes=40))
    late = [
        SamplePost(post.author, post.at, post.text, post.quotes, post.low, ago)
        for post, ago in zip(posts[-2:], agos, strict=True)
    ]
    return posts[:-2] + late
