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
    "комментировать опубликовано теги рубрики "
    "kommentare kommentieren teilen abonnieren anzeige werbung veröffentlicht aktualisiert "
    "schlagwörter lesezeit commentaires partager publicité publié s'abonner compartir comentarios "
    "publicidad publicado etiquetas suscríbete condividi commenti pubblicità pubblicato iscriviti "
    "compartilhar delen reacties".split()
)
# Anywhere in a text, where words are not parted by spaces.
_PARTS = (
    "首页 首頁 当前位置 您的位置 版权 免责声明 责任编辑 責任編輯 责编 编辑： 编辑: 編輯： "
    "相关新闻 相关阅读 相关文章 相关链接 "
    "相关报道 相关专题 上一篇 下一篇 分享 评论 評論 收藏 打印 返回 推荐 热门 登录 注册 举报 点击 "
    "转载 关注 订阅 查看更多 阅读全文 展开全文 댓글 공유 관련 구독 기자 저작권 무단 입력 無断転載 "
    "関連記事 シェア ツイート ランキング コメント 著作権"
)
_ANY_PART = re.compile("|".join(map(re.escape, _PARTS.split())))
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
    "sta sim wha see fur our top mos adv spo bro qui dis lik loa wri mee kom meh das sur "
    "les auc wei ver voi lir tam lee leg pot art vej lei inh som tab lis ava".split()
) | {"up ", "te ", "in "}
# Words that may begin a heading of the article, too ("Popular kinds of mills", 最新政策解读) need
# others behind them, or nothing.
_THINGS = (
    r"(?:\W*$|\s+(?:now|posts?|articles?|stor(?:y|ies)|news|reading|reads?|topics?|tags?|content"
    r"|videos?|comments?|products?|links?|pages?|entries|updates|headlines|searches|on\b|from\b"
    r"|in\b|this\b)\W*)"
)
_HAN_THINGS = (
    "(?:阅读|文章|新闻|链接|报道|专题|推荐|资讯|内容|搜索|标签|产品|视频|图片|图集|主题|帖子|评论|排行"
    "|下载)"
)
_HEADINGS = (
    rf"(?:相关|相關|推荐|推薦|热门|熱門|最新|更多|精彩|热点){_HAN_THINGS}",
    r"(?:推荐|推薦|热门|最新|更多|排行榜?|标签|分享)\W*$|评论\W*\d*\W*$|(?:发表|最新|全部)?评论(?:区|列表)",
    r"評論\W*$|网友(?:评论|留言|点评|跟帖|跟贴)|跟[帖贴]\W*\d*\W*$|延伸阅读|猜你|为您推荐|为你推荐|大家都在|上一篇|本类",
    r"分享(?:到|至)|目录$|関連|おすすめ|コメント|人気(?:記事|ランキング|の記事)|(?:アクセス)?ランキング",
    r"あわせて読み|目次$|댓글|관련|추천|많이 본|인기|목차\W*$",
    r"(?:related|recommended|popular|trending|latest|recent|similar)" + _THINGS,
    r"most (?:read|viewed|popular)" + _THINGS,
    r"more (?:from|stor|like|articles|posts|news|to (?:read|explore))|more on this|up next\W*$",
    r"you (?:may|might) (?:also|like|enjoy|be interested)|read (?:next|more|also)|what to read",
    r"comments?\W*\d*\W*$|\d+ (?:comments|thoughts|responses|replies)|post a comment",
    r"leave a (?:reply|comment|response)|share (?:this|on|via)|share\W*$|about (?:the author|us)",
    r"subscribe|sign up|newsletter|join (?:our|us)|follow (?:us|me|on|@)|follow\W*$|contact us",
    r"(?:categories|archives|tags)\W*$|get (?:in touch|our newsletter|the (?:latest|newsletter))",
    r"stay (?:in touch|up to date|connected|informed)|see also|further reading|top stories",
    r"our (?:latest|other)|advertise|sponsored|browse (?:by|all|our|more)|quick links|loading",
    r"connect with (?:us|me)|discussion\W*\d+|like this\W*$|written by|(?:table of )?contents\W*$",
    r"meet the (?:author|team|writer)|in this (?:article|post|story|guide)\W*$",
    r"комментари|читайте также|похож|смотрите также|популярн(?:ое|ые статьи|ые записи)",
    r"другие (?:новости|статьи)|содержание\W*$",
    r"kommentare|mehr (?:zum thema|aus|von)|das könnte|auch interessant|lesen sie (?:auch|mehr)",
    r"weitere (?:artikel|themen|meldungen|nachrichten)|verwandte|inhalt(?:sverzeichnis)?\W*$",
    r"über (?:den autor|die autorin)|à (?:lire|découvrir)|lire aussi|voir aussi|sur le même",
    r"commentaires|sommaire\W*$|relacionad|comentarios|también te|te puede interesar|leer más",
    r"leggi anche|potrebbe interessarti|articoli correlati|veja também|leia (?:também|mais)",
    r"lees ook|meer nieuws",
)
_HEADING = re.compile(rf"\W{{0,3}}(?:{'|'.join(_HEADINGS)})", re.IGNORECASE)


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
    return text.startswith(_BEGINNINGS) or _ANY_PART.search(text) is not None


_SIGNS = ".,:;!?|/()"  # replacing one by one is faster than a table for all


def is_furniture_heading(text: str) -> bool:
    """Does what follows not belong to the article?

    >>> is_furniture_heading("You may also like"), is_furniture_heading("相关阅读")
    (True, True)
    """
    may_be = not text.isascii() or text[:3].lower() in _HEADING_STARTS or not text[0].isalpha()
    return may_be and _HEADING.match(text) is not None


# Buttons and marks: alone in a text they are no part of an article, in any language.
_LABELS = frozenset(
    "ad|ads|advertisement|advertising|sponsored|promoted|share|share this|share this article"
    "|share this post|tweet|pin it|print|email|copy link|save|listen|follow|subscribe|sign in"
    "|sign up|log in|login|register|read more|show more|see more|load more|continue reading"
    "|learn more|back to top|skip to content|reply|comments|comment|min read|like loading|edit"
    "|story continues below|article continues below|menu|search|close|view all|see all"
    "|anzeige|werbung|teilen|drucken|merken|mehr anzeigen|weiterlesen|kommentieren|anmelden"
    "|nach oben|zur startseite|artikel teilen|vorlesen|publicité|partager|imprimer|lire la suite"
    "|s'abonner|haut de page|publicidad|compartir|imprimir|leer más|seguir leyendo|suscríbete"
    "|pubblicità|condividi|stampa|leggi tutto|publicidade|compartilhar|leia mais|advertentie"
    "|delen|lees meer|реклама|поделиться|распечатать|читать далее|читать полностью|подписаться"
    "|наверх|广告|廣告|分享|分享到|打印|收藏|点赞|评论|举报|展开|展开全文|展开阅读全文|阅读全文|查看更多"
    "|查看全文|点击展开|返回顶部|返回首页|打印本页|关闭窗口|返回列表|広告|シェア|ツイート|印刷|続きを読む"
    "|もっと見る|コメント|ページトップへ|광고|공유|공유하기|인쇄|댓글|더보기|구독|구독하기|목록".split(
        "|"
    )
)
_LONGEST_BUTTON = 40
_NO_WORDS = re.compile(r"[\W\d_]+")


def is_label(text: str) -> bool:
    """Is a text nothing but a button's or a mark's words, or a way from the site's first page?

    >>> is_label("Share this:"), is_label("【打印本页】"), is_label("Share prices fell")
    (True, True, False)
    """
    if len(text) > _LONGEST_BUTTON:
        return False
    lower = text.lower()
    return (
        lower.strip(_AROUND) in _LABELS
        or (not text.isalpha() and _NO_WORDS.sub(" ", lower).strip() in _LABELS)
        or _BREADCRUMBS.match(text) is not None
    )


# What sites say about themselves, on every page and often within the article.
_NOTICE = re.compile(
    r"affiliate links|(?:earn|receive) (?:us |you )?an? (?:small )?(?:affiliate )?commission"
    r"|reader-supported (?:publication|site)|becoming a (?:free|paid)|unsubscribe (?:at )?any ?time"
    r"|your email address will not be published|uploaded and posted by a user"
    r"|仅代表作者(?:本人|个人|观点)|信息存储(?:空间)?服务|转载请(?:注明|联系|附上|保留)"
    r"|(?:请勿|不得|禁止|严禁)(?:擅自)?转载|长按.{0,6}(?:识别|关注)|关注.{0,8}公众号"
    r"|侵权.{0,10}(?:联系|删除)"
)
# Most texts have none of these, which is quickly told.
_ITS_WORDS = (
    "affiliate", "commission", "reader-supp", "becoming a", "unsubscr", "your email", "uploaded",
)  # fmt: skip
_ITS_HAN_WORDS = ("转载", "代表作者", "信息存储", "长按", "公众号", "侵权")
_BEGINS_NOTICE = re.compile(
    r"(?:sign up|subscribe) (?:for|to) (?:our|my|the)\b|by (?:signing up|subscribing)\b"
    r"|(?:jump|skip) to (?:the )?(?:recipe|content|main)|you are visitor\b"
    r"|(?:back|return) to (?:the |my |our )?(?:home|index|main|previous|top)\b"
    r"|did you (?:make|try) this recipe"
    r"|\W*(?:(?:特别|平台|免责|版权|著作权)声明|返回(?:首页|上一页|目录|列表|顶部))"
    r"|\W*(?:用?微信)?(?:扫一扫|扫码|扫描)|\W*本文(?:来自|来源于|转自).{0,40}$"
    r"|\W*(?:广告|廣告|advertisement|anzeige|werbung|publicité|publicidad|реклама)\s*[:：].{0,60}$"
)
_LONGEST_NOTICE = 240


def is_notice(text: str) -> bool:
    """Does the site speak of itself: of its rights, links, newsletter?

    >>> is_notice("This post may contain affiliate links."), is_notice("广告：换季清仓")
    (True, True)
    """
    if len(text) > _LONGEST_NOTICE:
        return False
    lower = text.lower()
    if _BEGINS_NOTICE.match(lower):
        return True
    may_be = any(word in lower for word in _ITS_WORDS) or (
        not text.isascii() and any(word in text for word in _ITS_HAN_WORDS)
    )
    return may_be and _NOTICE.search(lower) is not None


_READ_ALSO = re.compile(
    r"\W{0,3}(?:(?:also )?read(?: also| more| next)?|see also|related|more|leer? (?:también|más)"
    r"|lea (?:también|además)|leia (?:também|mais)|leggi anche|à lire(?: aussi)?|lire aussi"
    r"|lesen sie (?:auch|mehr)|mehr (?:dazu|zum thema)|читайте также|lees ook"
    r"|延伸阅读|相关阅读|相关文章|相关链接|相关报道|推荐阅读|更多阅读)\s*[:：>»→|]",
    re.IGNORECASE,
)


def leads_elsewhere(text: str) -> bool:
    """Is it a line within an article that names another one?

    >>> leads_elsewhere("Also read: Ten days in Japan"), leads_elsewhere("More: the sequel")
    (True, True)
    >>> leads_elsewhere("Read the manual first.")
    False
    """
    return _READ_ALSO.match(text) is not None


_BREADCRUMBS = re.compile(
    r"(?:home|start|startseite|accueil|inicio|главная|首页|首頁|ホーム|トップ|홈)\s*[>»›/|·→]",
    re.IGNORECASE,
)
_AROUND = " :：.…!»›>→▼【】[]()（）"


_LONGEST_BYLINE = 80
_YEAR_OR_TIME = re.compile(
    r"(?:19|20)\d\d\D|\D(?:19|20)\d\d|\b\d{1,2}:\d\d\b|\d{1,2}[./]\d{1,2}[./]\d\d"
)
_DATE_WORDS = re.compile(
    r"(?:last )?(?:updated|published|posted|modified|edited|revised)|\b(?:jan|febr)uary|\bmarch"
    r"|\bapril|\bjune|\bjuly|\baugust|\b(?:septem|octo|novem|decem)ber|发布时间|更新时间|发表于",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    r"(?i:by|von|par|por|di|da|автор|текст|作者|文|撰文|記者|记者)[\s:：/／]+(?=[^\Wa-z])"
)
_MOST_LETTERS = 24  # beside a date
_MOST_WORDS = 8


def is_byline(text: str) -> bool:
    """Is it a line that tells when or by whom, and little else?

    >>> is_byline("Nora Feld, 5. März 2025"), is_byline("2025年2月27日 5時"), is_byline("By Ann")
    (True, True, True)
    >>> is_byline("By the river in 1920 they built a mill"), is_byline("What changed in 2024?")
    (False, False)
    """
    if len(text) > _LONGEST_BYLINE or text[-1] in "?!。？！":
        return False
    if _YEAR_OR_TIME.search(text):
        return sum(map(str.isalpha, _DATE_WORDS.sub("", text))) <= _MOST_LETTERS
    found = _SIGNED.match(text)
    return found is not None and _is_name(text[found.end() :])


def _is_name(text: str) -> bool:
    words = text.split()
    return len(words) <= _MOST_WORDS and all(
        not word[0].islower() or word in _AND for word in words
    )


_AND = frozenset("and und et y e with mit von van de der da di".split())
