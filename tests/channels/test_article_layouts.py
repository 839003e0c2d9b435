"""Articles in the markup of many systems and languages, each with what stands around it there.

The pages are made up after what such systems write. What is the article's is marked by « and »
around each of its lines: the reader has to give these lines and nothing else.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from channels.article import read_article
from pages.page import Page

FETCHED = datetime(2025, 3, 20, 12, 0, tzinfo=UTC)
FOLDER = Path(__file__).with_name("article_layouts")
# Title, day and author of each.
LAYOUTS = {
    "wordpress": ("Why I sold my big camera", "2025-03-14", "Mara Lindqvist"),
    "blogger-br-lines-russian": ("Сборка камина своими руками", "2024-11-02", "Пётр Самохин"),
    "medium": ("Nobody reads your changelog", "2025-02-11", "Teo Barros"),
    "discuz-portal": ("老城区最后一家修表铺", "2025-01-18", "林晓川"),
    "layout-tables": ("关于做好冬季供暖工作的通知", "2024-10-28", ""),
    "paper-with-paywall-german": ("Der letzte Fährmann von Altenfurt", "2025-03-09", "Jana Ohlsen"),
    "news-japanese": ("駅前の古書店、六十年の歴史に幕", "2025-02-27", ""),
    "news-br-lines-korean": ("섬마을 분교, 마지막 졸업식", "2025-02-14", "한지우"),
    "live-blog": ("Harbour storm: live updates", "2025-01-24", ""),
    "gallery": ("街头理发师：一把剪刀走天涯", "2025-03-01", "王芳"),
    "wiki": ("Tidal mill", "2023-05-03", ""),
    "manual-with-code": ("Rotating log files", "", ""),
    "review-with-verdict": (
        "Kestrel K2 im Test: Leise, leicht, etwas zu teuer",
        "2025-03-05",
        "Nora Feld",
    ),
    "read-more": ("小区里的共享菜园", "2025-03-18", "刘洋"),
    "one-paragraph-french": ("Mairie : fermeture exceptionnelle vendredi", "2025-03-19", ""),
    "sina": ("河道清淤提前完工 沿岸居民下月可散步", "2024-04-12", "陈立秋 赵敏"),
    "sohu": ("我在海边租了一间灯塔", "2023-11-05", ""),
    "netease": ("县城里的第一家攀岩馆", "2022-06-18", "西江订阅"),
    "people": ("茶山上的“新农人”", "2023-04-06", "周晓帆"),
    "xinhua": ("黄河岸边的观鸟人", "2022-12-03", "孙建平 赵大可"),
    "cnblogs": ("用二分法找到坏掉的提交", "2024-01-14", "夜航船"),
    "csdn": ("Python 读取大文件的三种写法", "2023-08-09", "石头上的鱼"),
    "wechat": ("凌晨四点的面粉厂", "2021-09-14", "周乔"),
    "zhihu-column": ("为什么老房子的墙比新房子厚？", "2024-02-20", "泥瓦匠小段"),
    "jianshu": ("外婆的咸鸭蛋", "2020-06-24", "青石板"),
    "toutiao": ("拆掉围墙的小学", "2023-10-07", "小城观察员"),
    "sina-blog": ("稻田边上的夜校", "2011-07-19", "陈家洼"),
    "gov": ("市水务局关于公开征集夏季用水建议的公告", "2023-05-29", "唐文静"),
    "hexo-next": ("给旧笔记本装一个静音风扇", "2022-08-21", "阿岚"),
    "wordpress-blocks": ("Repairing a cast-iron stove", "2024-12-01", "Odile Marchetti"),
    "ghost": ("The case for slower meetings", "2025-01-20", "Ines Calderón"),
    "letter": ("The last ferry of the season", "2024-10-13", "Tomas Brandt"),
    "nextjs-news": (
        "Town council votes to keep its last phone box",
        "2025-03-12",
        "Hugh Pemberton, Asha Rao",
    ),
    "amp-spanish": ("La panadería que cierra los lunes", "2024-05-06", "Lucía Ferrer"),
    "old-html": ("How we crossed to Heligoland in a dinghy", "1998-08-14", "Klaas Janssen"),
    "recipe": ("Smoked Onion Soup", "2024-02-09", "Ruth Abara"),
    "columns": ("The orchard at the end of the line", "2024-09-30", "Priya Nair"),
}
_LINE = re.compile(r"«(.*?)»", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_TIME = re.compile(r"\d\d:\d\d")


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_article_is_read(name: str) -> None:
    title, day, author = LAYOUTS[name]
    markup = (FOLDER / f"{name}.html").read_text("utf-8")
    wanted = [squeezed(_TAG.sub("", line)) for line in _LINE.findall(markup)]
    unmarked = markup.replace("«", "").replace("»", "")
    article = read_article(Page.read(unmarked.encode(), "https://site.example/a/1"), FETCHED)
    shown = squeezed(article.text)
    assert [line for line in wanted if line not in shown] == []
    extra = [
        line
        for line in article.text.splitlines()
        if not any(squeezed(line) in one or one in squeezed(line) for one in wanted)
        and squeezed(line) != squeezed(title)
        and not _TIME.fullmatch(line)  # of a live blog's entries
    ]
    assert extra == []
    assert (article.title, article.date[:10], article.author) == (title, day, author)
