"""What journalists and bloggers of the pocket web write about its phones, in made-up words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from samples.catalogue import english_brand, phones, yuan
from samples.chance import choose, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from samples.catalogue import Phone


@dataclass(frozen=True)
class Story:
    """An article before it is laid out; a part is a heading, a paragraph, or items of a list."""

    title: str
    author: str
    at: datetime
    parts: tuple[tuple[str, ...], ...]  # ("h2", text), ("p", text), ("ul", item, item, …)

    @property
    def text(self) -> str:
        """What a perfect reader takes off it: a line for each heading, paragraph and item."""
        return "\n".join(line for _, *lines in self.parts for line in lines)


def speaks_of(name: str, count: int, offset: int) -> tuple[Phone, ...]:
    """The phones that a site speaks of, oldest first: spread over all years since 2006."""
    known = [phone for phone in phones() if int(phone["上市时间"][:4]) >= 2006]
    ranked = sorted(known, key=lambda phone: number(name, phone["手机名"]))
    chosen = ranked[offset : offset + count]
    return tuple(sorted(chosen, key=lambda phone: (_release(phone), phone["手机名"])))


def _release(phone: Phone) -> datetime:
    year, *month = map(int, re.findall(r"\d+", phone["上市时间"]))
    return datetime(year, month[0] if month else 6, 3)  # noqa: DTZ001 - as a page writes it


def moment_after_release(phone: Phone, *words: str) -> datetime:
    """Some working day in the months after a phone came out."""
    minutes = number("moment", phone["手机名"], *words)
    day = _release(phone) + timedelta(days=12 + minutes % 90)
    return day.replace(hour=8 + minutes % 11, minute=minutes % 60)


_REPORTERS = ("李晓", "周文", "陈树", "许一宁", "何苗", "唐沁")
_OPENING = (
    "{name}上市已经有一段时间，编辑部拿到了一台零售版，这几天一直把它当主力机来用。",
    "不少读者来信询问{name}值不值得买，我们借来一台，用了整整一个星期。",
    "在同价位的机型里，{name}的关注度一直不低，今天就来看看它的实际表现。",
    "{name}终于摆上了柜台，我们第一时间拿到真机，下面是详细的使用感受。",
)
_LOOKS = (
    "{name}采用{form}设计，机身尺寸为{body}，重{weight}，单手握持没有什么压力。",
    "外观方面，这台{form}手机的做工相当扎实，{weight}的重量拿在手里恰到好处，接缝也很均匀。",
    "它的三围是{body}，放进牛仔裤口袋并不突兀，{weight}的重量在同类产品里属于中等水平。",
)
_SCREEN = (
    "屏幕为{screen}的{panel}材质，分辨率{pixels}，在室内看文字十分清楚，到了阳光下就要调高亮度。",
    "正面是一块{screen}的屏幕，{pixels}的分辨率在当时不算顶尖，但是色彩讨人喜欢，可视角度也不错。",
    "这块{screen}屏幕使用了{panel}，显示网页时字迹清晰，滑动列表的时候偶尔能看到一点拖影。",
)
_CAMERA = (
    "拍照是很多人关心的项目。它的摄像头为{camera}，白天的样张细节丰富，夜里噪点会明显增多。",
    "我们带着它拍了一个周末，{camera}的摄像头在光线充足的时候表现稳定，室内则需要拿稳一点。",
    "摄像头是{camera}，对焦速度令人满意，美中不足的是白平衡有时候偏黄。",
)
_BATTERY = (
    "续航方面，电池容量为{battery}，按照每天打二十分钟电话、上网一小时的习惯，可以用上一整天。",
    "{battery}的电池在测试里坚持了十六个小时，睡前充一次电，第二天出门不必带充电器。",
    "电池是{battery}，连续播放视频大约能坚持六个半小时，这个成绩算不上惊艳，但是足够可靠。",
)
_PRICE = (
    "目前{name}的参考价格为{price}元，考虑到做工和配置，我们认为这个价格是合理的。",
    "价格方面，厂商给出的建议售价是{price}元，卖场里还能再谈下来一些，赠品以贴膜和存储卡为主。",
    "{price}元的定价让它的对手不多，如果预算有限，不妨再等两个月。",
)
_CLOSING = (
    "总的来说，{name}没有明显的短板，适合不想折腾的用户；喜欢尝鲜的朋友可以再看看别的机型。",
    "如果你在意手感和续航，{name}值得放进候选名单；如果更看重拍照，建议先到店里试一试。",
    "一个星期下来，我们对{name}的评价是稳重有余、惊喜不足，但是日常使用很难挑出大毛病。",
)
_FALL = (
    "记者昨天从几家卖场了解到，{name}的价格在本周出现松动，最低成交价已经降到{less}元。",
    "临近周末，{name}迎来了一轮调价，比上个月便宜了{saved}元，不少柜台已经挂出了新的价签。",
)
_FALL_WHY = (
    "经销商表示，这次调价是为了给新品腾出位置，库存已经不多，颜色可以选择的余地也不大。",
    "有店员透露，厂商最近调整了供货政策，再加上节日临近，各家都想抢在前面多卖几台。",
)
_FALL_ADVICE = (
    "需要提醒的是，低价机型里混有翻新机，购买的时候请核对串号，并且索要正规发票。",
    "我们建议读者多走两家，问清楚保修由谁负责，再决定要不要下手。",
)
_RIVAL = (
    "把两台手机放在一起，最直观的差别是屏幕：{name}是{screen}，{other}是{other_screen}。",
    "论电池，{name}的{battery}对上{other}的{other_battery}，实际测试里差距比数字看起来要小。",
    "价格是绕不开的话题，{name}卖{price}元，{other}卖{other_price}元，怎么选要看你的习惯。",
    "两台手机我们都愿意推荐：常年出差的人更适合{name}，喜欢大屏幕看视频的人可以考虑{other}。",
)


def _facts(phone: Phone) -> dict[str, str]:
    price = yuan(phone)
    saved = max(50, price // 1000 * 100)
    return {
        "name": phone["手机名"],
        "form": phone["手机外形"],
        "body": phone["机身尺寸"],
        "weight": phone["重量"],
        "screen": phone["主屏尺寸"],
        "panel": phone["主屏材质"],
        "pixels": phone["主屏分辨率"],
        "camera": phone["摄像头像素"],
        "battery": phone["电池容量"],
        "price": str(price),
        "saved": str(saved),
        "less": str(price - saved),
    }


@cache
def news_stories(count: int) -> tuple[Story, ...]:
    """The stories of the news site, oldest first; every phone is spoken of once."""
    makers = (_review, _price_fall, _review, _comparison)
    spoken_of = speaks_of("news", count, 0)
    stories = [
        makers[place % len(makers)](phone, spoken_of[place - 1])
        for place, phone in enumerate(spoken_of)
    ]
    return tuple(sorted(stories, key=lambda story: (story.at, story.title)))


def _story(title: str, phone: Phone, paragraphs: Iterator[str]) -> Story:
    author = choose(_REPORTERS, "reporter", title)
    return Story(
        title, author, moment_after_release(phone, title), tuple(("p", text) for text in paragraphs)
    )


def _filled(phone: Phone, *choices: tuple[str, ...]) -> Iterator[str]:
    facts = _facts(phone)
    return (
        choose(options, facts["name"], str(place)).format_map(facts)
        for place, options in enumerate(choices)
    )


def _review(phone: Phone, _other: Phone) -> Story:
    parts = (_OPENING, _LOOKS, _SCREEN, _CAMERA, _BATTERY, _PRICE, _CLOSING)
    praise = choose(("均衡之选", "用着省心", "老实本分的好手机", "值不值得买"), phone["手机名"])
    return _story(f"{phone['手机名']}评测：{praise}", phone, _filled(phone, *parts))


def _price_fall(phone: Phone, _other: Phone) -> Story:
    facts = _facts(phone)
    title = f"{facts['name']}降价{facts['saved']}元 卖场报价{facts['less']}元"
    return _story(title, phone, _filled(phone, _FALL, _FALL_WHY, _LOOKS, _FALL_ADVICE))


def _comparison(phone: Phone, other: Phone) -> Story:
    facts = _facts(phone) | {f"other_{name}": told for name, told in _facts(other).items()}
    facts["other"] = other["手机名"]
    title = f"{facts['name']}和{facts['other']}怎么选？我们对比了一个周末"
    opening = "编辑部里为了这两台手机争论了好几天，最后决定把它们带回家，同时用上一个周末再下结论。"
    return _story(title, phone, iter([opening, *(line.format_map(facts) for line in _RIVAL)]))


# The blog: first person, with headings and lists, now and then in English.


_DIARY = (
    "{name}到手两个月了，新鲜劲已经过去，正好可以说几句公道话。",
    "去年冬天买的{name}，一直用到今天，中间摔过两次，屏幕居然没事。",
    "朋友把闲置的{name}借给我玩了几天，写一篇札记，免得以后忘了。",
)
_DIARY_GOOD = (
    "我最喜欢的是手感。{weight}的机身放在胸前的口袋里，骑车的时候也不会晃来晃去。",
    "没想到{battery}的电池这么耐用，周末去爬山，来回两天都没有找过插座。",
)
_DIARY_BAD = (
    "要说缺点，{screen}的屏幕在太阳底下看不太清楚，发短信的时候得用手挡着光。",
    "让我不满意的是相机，{camera}的数字很好看，晚上拍出来的照片却总是糊成一片。",
)
_DIARY_END = (
    "如果现在让我重新选，我大概还是会花{price}元买它，毕竟顺手比什么都重要。",
    "写到这里发现优点比缺点多，那就先不换了，等它哪天真的坏了再说。",
)
_DIARY_ENGLISH = (
    "I have carried the {name} for about two months now, long enough for the honeymoon to end.",
    "Holding it is a pleasure: at {weight} it disappears in a jacket, and nothing creaks.",
    "The battery ({battery}) gets me through a day of mail, maps and far too many podcasts.",
    "The camera is the weak spot. In daylight it is fine, but indoors every cat becomes a blur.",
    "Would I buy it again? Probably yes, although I would wait for the price to drop a little.",
)


@cache
def blog_stories(count: int) -> tuple[Story, ...]:
    """The posts of the blog, oldest first; every third is in English."""
    stories = [
        (_diary_in_english if place % 3 == 2 else _diary)(phone)
        for place, phone in enumerate(speaks_of("news", count, 60))
    ]
    return tuple(sorted(stories, key=lambda story: (story.at, story.title)))


def _diary(phone: Phone) -> Story:
    opening, good, bad, end = _filled(phone, _DIARY, _DIARY_GOOD, _DIARY_BAD, _DIARY_END)
    facts = _facts(phone)
    kit = (f"屏幕：{facts['screen']}", f"电池：{facts['battery']}", f"重量：{facts['weight']}")
    parts = (("p", opening), ("ul", *kit), ("h2", "喜欢的"), ("p", good))
    more = (("h2", "不喜欢的"), ("p", bad), ("p", end))
    title = f"{facts['name']}使用札记"
    return Story(title, "老王", moment_after_release(phone, title), parts + more)


def _diary_in_english(phone: Phone) -> Story:
    facts = in_english(_facts(phone), phone)
    first, *others = (line.format_map(facts) for line in _DIARY_ENGLISH)
    title = f"Two months with the {facts['name']}"
    parts = (("p", first), ("h2", "In the hand"), *(("p", line) for line in others))
    return Story(title, "老王", moment_after_release(phone, title), parts)


_UNITS = {"英寸": " inches", "毫安时": " mAh", "毫安": " mAh", "克": " g", "万像素": "0k pixels"}


def in_english(facts: dict[str, str], phone: Phone) -> dict[str, str]:
    """The facts with English units, and the phone's name with its brand as the world writes it."""
    told = dict(facts)
    for chinese, english in _UNITS.items():
        told = {name: fact.replace(chinese, english) for name, fact in told.items()}
    return told | {"name": f"{english_brand(phone['品牌'])} {phone['型号']}"}
