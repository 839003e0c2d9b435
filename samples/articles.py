"""The pages of a site that are about no product: news, help, glossary."""

from __future__ import annotations

from dataclasses import dataclass

from samples.chance import number


@dataclass(frozen=True)
class SampleArticle:
    slug: str
    title: str
    date: str
    paragraphs: tuple[str, ...]


NEWS = (
    SampleArticle(
        "shuma-zhan-kaimu",
        "秋季数码展本周末开幕 近百家厂商参展",
        "2009-09-18",
        (
            "本周六上午，一年一度的秋季数码展将在会展中心开幕，近百家厂商带来各自的新品。",
            "主办方介绍，今年的展区面积比去年扩大了三成，并首次设立了学生专场。",
            "除了新品，多家配件厂商也将在现场打折，部分存储卡和耳机的价格不到平时的一半。",
            "展会为期四天，前两天只对专业观众开放，观众可提前在网上登记换票。",
            "组委会提醒，会场周边车位紧张，建议乘坐地铁前往。",
        ),
    ),
    SampleArticle(
        "huafei-jiangjia",
        "三家运营商下调漫游资费 最高降幅达六成",
        "2009-10-09",
        (
            "从下月起，三家运营商将先后下调国内漫游通话费，最高降幅达到六成。",
            "调整之后，主叫每分钟不超过六角，被叫每分钟不超过四角，用户无需办理手续。",
            "业内人士认为，资费下调之后，打电话的人会更多，运营商的收入未必减少。",
        ),
    ),
    SampleArticle(
        "dianchi-baoyang",
        "夏天怎样保养电池？这五条请记住",
        "2009-07-22",
        (
            "天气一热，电池鼓包、耗电快的投诉就多了起来，其实多数问题都能避免。",
            "第一，不要把机器放在汽车的仪表台上；第二，充满之后及时拔掉充电器。",
            "第三，长期不用时保留一半左右的电量；第四，不要使用来路不明的充电器。",
            "第五，发现外壳变形应立即停用，并送到维修点检查。",
        ),
    ),
    SampleArticle(
        "lajiduanxin",
        "垃圾短信怎么治？五部门联合出手",
        "2009-08-12",
        (
            "中奖、发票、房产，几乎每个人的收件箱里都躺着几条这样的短信。",
            "五部门日前联合发文，要求在三个月之内把垃圾短信的投诉量降低一半。",
            "根据新的办法，一小时内发送超过两百条的号码将被暂停服务。",
            "用户也可以把可疑的短信转发到举报号码，举报是免费的。",
            "专家表示，只有发送者付出代价，垃圾短信才会真正减少。",
        ),
    ),
    SampleArticle(
        "xiaoyuan-shuoma",
        "开学季大学生装备调查：笔记本成标配",
        "2009-09-02",
        (
            "开学在即，记者走访了三所高校，新生的装备清单比往年更长了。",
            "受访的新生中，七成带了笔记本电脑，四成带了相机，人人都有手机。",
            "老师建议，量力而行，先把书读好。",
        ),
    ),
    SampleArticle(
        "weixiu-xianjing",
        "暗访维修店：小毛病为何修出大价钱",
        "2009-11-03",
        (
            "换一个按键要两百元？记者带着同一台机器走访了六家维修店。",
            "六家店给出了六个不同的说法，报价从三十元到三百元不等。",
            "律师提醒，维修之前应当要求店家写明故障和费用，并索要发票。",
            "如果对结果不满意，可以向消费者协会投诉。",
        ),
    ),
)

HELP = SampleArticle(
    "help",
    "购机帮助",
    "2009-01-05",
    (
        "怎样辨别翻新机？请先核对串号，再检查螺丝和接口有没有拆过的痕迹。",
        "本站的价格来自经销商，每天更新，成交价以商家为准。",
        "报价走势由系统自动生成，遇到缺货时会暂停更新。",
    ),
)

ABOUT = SampleArticle(
    "about",
    "关于我们",
    "2009-01-05",
    (
        "我们是一家只存在于本机的样例网站，成立于样例元年，为爬虫提供练习场地。",
        "网站上的新闻和评论都是编写的，手机的参数取自公开资料。",
        "联系我们：webmaster@example.com",
    ),
)

GLOSSARY = (
    ("主屏尺寸", "屏幕对角线的长度，通常以英寸为单位。"),
    ("主屏分辨率", "屏幕横向与纵向的像素数。"),
    ("主屏颜色", "屏幕能够显示的颜色总数，数值越大画面越细腻。"),
    ("手机制式", "手机支持的网络标准与频段。"),
    ("手机外形", "机身的结构，常见的有直板、翻盖和滑盖。"),
    ("数据业务", "通过移动网络传送数据的方式。"),
    ("参考价格", "厂商或媒体给出的指导价，并非成交价。"),
    ("GPS功能", "利用卫星确定所在位置的功能。"),
)

# A page from across the strait, as one site links to it: traditional characters, Big5.
ACROSS = SampleArticle(
    "hk",
    "香港電腦節人頭湧湧 手機攤位最受歡迎",
    "2009-08-24",
    (
        "一連四日的香港電腦節昨日閉幕，大會估計入場人次超過六十萬，打破歷年紀錄。",
        "多個攤位推出限量優惠，不少市民清晨已到場輪候，手機與記憶卡最受歡迎。",
        "有參展商表示，今年的營業額比去年上升約兩成，明年會考慮擴大攤位。",
    ),
)


def news_of(host: str, count: int = 5) -> list[SampleArticle]:
    """The news a site carries, newest first; not every site has them all."""
    carried = sorted(NEWS, key=lambda article: number(host, article.slug))[:count]
    return sorted(carried, key=lambda article: article.date, reverse=True)
