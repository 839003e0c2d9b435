"""Words of texts that stand around an article: "Share", 责任编辑, "You may also like"."""

from __future__ import annotations

import re

_LONGEST = 120

# Single words, in lower case.
_WORDS = frozenset(
    "© advertisement advertisements archives categories click comment comments cookie cookies "
    "copyright download facebook filed follow linkedin login newsletter newsletters next permalink "
    "pinterest popular posted previous privacy published recommended register related reply rights "
    "share shares sign signup sponsored subscribe subscribed subscribers subscription tagged tags "
    "terms toc trending tweet twitter unsubscribe updated via whatsapp written "
    "комментарии комментариев поделиться подписаться подписывайтесь читайте реклама "
    "kommentare teilen abonnieren anzeige commentaires partager publicité compartir comentarios "
    "publicidad suscríbete".split()
)
# Anywhere in a text, where words are not parted by spaces.
_PARTS = tuple(
    "版权 免责声明 责任编辑 責任編輯 责编 编辑： 编辑: 編輯： 相关新闻 相关阅读 相关文章 相关链接 "
    "相关报道 相关专题 上一篇 下一篇 分享 评论 評論 收藏 打印 返回 推荐 热门 登录 注册 举报 点击 "
    "转载 关注 订阅 查看更多 阅读全文 댓글 공유 관련 구독 기자 無断転載 関連記事".split()
)
_BEGINNINGS = ("来源", "來源", "作者")
_LEADING = re.compile(
    r"also read|read (?:also|more|next|our)|see (?:also|more)|learn more|find out more|check out"
    r"|buy now|shop now|get started|(?:image|photo|picture)s? (?:by|from|credit|courtesy)|credit:"
    r"|photo:|source:|illustration:|about the author|disclosure"
)
# Their first letters: most texts need no more than a look at these.
_LEADING_STARTS = frozenset(
    "als rea see lea fin che buy sho get ima pho pic cre sou ill abo dis".split()
)
_HEADING_STARTS = frozenset(
    "rel rec mor you rea com lea pos sha abo sub sig new joi fol pop tre lat cat arc tag con get "
    "sta sim wha see fur our top mos adv spo bro qui dis lik loa wri mee kom meh das sur".split()
) | {"up "}
_HEADING = re.compile(
    r"\W{0,3}(?:相关|相關|推荐|推薦|热门|熱門|最新|更多|评论|評論|网友|发表评论|延伸阅读|猜你|精彩|热点|排行|分享"
    r"|本类|上一篇|标签|関連|おすすめ|コメント|人気"
    r"|related|recommended|more (?:from|on|in|stor|like|to|articles|posts|news)"
    r"|you (?:may|might)|read (?:next|more|also)|comments?\b"
    r"|\d+ (?:comments|thoughts|responses|replies)|leave a|post a comment|share\b"
    r"|about the author|about us|subscribe|sign up|newsletter|join (?:our|the|us)|follow"
    r"|popular|trending|latest|recent|categories|archives|tags\b|contact us"
    r"|get (?:in touch|our|the)|stay (?:in|up|connected)|similar|what to read|up next|see also"
    r"|further reading|our (?:latest|other)"
    r"|top stories|most (?:read|popular|viewed)|advertis|sponsor|browse|quick links|connect with"
    r"|discussion|like this|loading|written by|meet the|комментари|читайте|похож|댓글|관련|추천"
    r"|kommentare|mehr zum|das könnte|à lire|sur le même|commentaires|relacionad|comentarios)",
    re.IGNORECASE,
)


def names_furniture(text: str) -> bool:
    """Does a short text have a word of those around articles?

    >>> names_furniture("Posted in News. Tags: phones"), names_furniture("责任编辑：王小明")
    (True, True)
    >>> names_furniture("A quiet river")
    False
    """
    if len(text) > _LONGEST:
        return False
    lower = text.lower()
    words = lower
    for sign in _SIGNS:
        words = words.replace(sign, " ")
    if not _WORDS.isdisjoint(words.split()):
        return True
    if text.isascii():
        return lower[:3] in _LEADING_STARTS and _LEADING.match(lower) is not None
    return text.startswith(_BEGINNINGS) or any(part in text for part in _PARTS)


_SIGNS = ".,:;!?|/()"  # replacing one by one is faster than a table for all


def is_furniture_heading(text: str) -> bool:
    """Does what follows not belong to the article?

    >>> is_furniture_heading("You may also like"), is_furniture_heading("相关阅读")
    (True, True)
    """
    may_be = not text.isascii() or text[:3].lower() in _HEADING_STARTS or not text[0].isalpha()
    return may_be and _HEADING.match(text) is not None
