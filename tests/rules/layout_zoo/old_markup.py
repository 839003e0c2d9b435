"""Pages by hand or by old programs: no end tags, upper case, layout by tables and fonts."""

from __future__ import annotations

from html import escape

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.products import Product, each


def _old_page(product: Product, main: str) -> str:
    return f"""<HTML><HEAD><TITLE>{escape(product.title)}</TITLE></HEAD>
<BODY BGCOLOR=white><CENTER><TABLE BORDER=0 WIDTH=700><TR><TD COLSPAN=2>
<FONT SIZE=5>Bob's <B>Camera</B> &amp; Phone Store</FONT><TR><TD VALIGN=top WIDTH=150>
<A HREF=/>Home</A><BR><A HREF=/s>Specials</A><BR><A HREF=/c>Cart</A><P>Call us: 555-0100<P>
<B>Hours:</B> 9-5<TD VALIGN=top><FONT COLOR=red SIZE=4>{escape(product.title)}</FONT><BR>
Our price: <B>{product.price}</B><P>
{main}
<P><I>Prices may change</I></TABLE></CENTER></BODY></HTML>"""


@family("phones_en", charset="cp1252")
def old_list_without_end_tags(product: Product) -> str:
    return _old_page(product, f"<UL>{each(product.specs, '<LI><B>{name}:</B> {value}')}</UL>")


@family("phones_en", charset="cp1252")
def old_text_list_without_end_tags(product: Product) -> str:
    return _old_page(product, f"<UL>{each(product.specs, '<LI>{name}: {value}')}</UL>")


@family("tvs_en", charset="cp1252")
def old_definitions_without_end_tags(product: Product) -> str:
    return _old_page(product, f"<DL>{each(product.specs, '<DT>{name}<DD>{value}')}</DL>")


@family("phones_en", charset="cp1252")
def old_fonts_and_breaks(product: Product) -> str:
    unit = "<FONT FACE=Arial SIZE=2><B>{name}:</B></FONT> <FONT SIZE=2>{value}</FONT><BR>"
    return _old_page(product, each(product.specs, unit))


@family("phones_en", charset="cp1252")
def old_table_of_fonts(product: Product) -> str:
    row = (
        "<TR><TD WIDTH=30%><FONT SIZE=2>{name}</FONT></TD>"
        "<TD WIDTH=70%><FONT SIZE=2>{value}</FONT></TD></TR>"
    )
    return _old_page(product, f"<TABLE>{each(product.specs, row)}</TABLE>")


@family("phones_en", charset="cp1252")
def old_paragraphs_without_end_tags(product: Product) -> str:
    return _old_page(product, each(product.specs, "<P><B>{name}</B> {value}"))


@family("cameras_en", charset="cp1252")
def old_table_without_end_tags(product: Product) -> str:
    rows = each(product.specs, "<TR><TD BGCOLOR=#eeeeee><B>{name}</B><TD>{value}")
    return _old_page(product, f"<TABLE BORDER=1>{rows}</TABLE>")
