"""Pages of makers, review sites and collectors: figures that are not those of the product."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tests.rules.layout_zoo.family import family
from tests.rules.layout_zoo.products import each

if TYPE_CHECKING:
    from tests.rules.layout_zoo.products import Product


def _site(product: Product, main: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>{escape(product.title)}</title></head><body><header><nav><a href="/">Home</a>
<a href="/p">Products</a><a href="/s">Support</a></nav></header><main>
<h1>{escape(product.title)}</h1>{main}</main><footer><dl><dt>Products</dt><dd><a>All</a></dd>
<dd><a>New</a></dd></dl><dl><dt>Support</dt><dd><a>Manuals</a></dd><dd><a>Warranty</a></dd></dl>
<dl><dt>Company</dt><dd><a>About</a></dd><dd><a>Press</a></dd></dl></footer></body></html>"""


@family("headphones_en")
def noisy_maker_sheet(product: Product) -> str:
    """Sections of dl rows behind slogans; a table of downloads and numbered notes follow."""
    sections = "".join(
        f'<section><h3>{escape(section)}</h3><dl class="grid">'
        + each(specs, '<div class="grid-row"><dt>{name}</dt><dd>{value}</dd></div>')
        + "</dl></section>"
        for section, specs in product.sections
    )
    return _site(
        product,
        '<div class="hero"><p>Hear more.</p></div><div class="tiles"><div><h4>Comfort</h4><p>Soft '
        "cushions for long flights</p></div><div><h4>Silence</h4><p>Noise stays outside, music "
        "stays inside</p></div><div><h4>Freedom</h4><p>No cables, no limits</p></div></div>"
        '<div class="icons"><div><p>Precision</p><p>Drivers</p></div><div><p>Built in</p><p>'
        "Microphone</p></div><div><p>Quick</p><p>Charging</p></div><div><p>Touch</p><p>Controls</p>"
        f"</div></div><h2>Specifications</h2>{sections}"
        "<h2>Downloads</h2><table><tr><th>File</th><th>Version</th><th>Size</th></tr><tr><td>User "
        "guide</td><td>1.2</td><td>3.4 MB</td></tr><tr><td>Firmware</td><td>2.0.1</td><td>18 MB"
        "</td></tr><tr><td>Declaration</td><td>1.0</td><td>0.2 MB</td></tr></table>"
        "<ol><li>Battery life: measured at medium volume with noise cancelling off.</li><li>Range:"
        " depends on walls and other devices nearby, and may be shorter.</li></ol>"
        "<h2>FAQ</h2><details><summary>How do I clean them?</summary><ul><li><b>Cushions:</b> Wipe "
        "them with a soft damp cloth. Never use alcohol.</li><li><b>Ports:</b> Use a dry brush. Do "
        "not push anything into the opening.</li><li><b>Case:</b> Wash it by hand and let it dry "
        "for"
        " a day.</li></ul></details>",
    )


@family("cameras_en")
def noisy_maker_models(product: Product) -> str:
    """Names in the first column, two sister models beside this one, as a grid of divs."""
    others = product.others[:2]
    heads = "".join(f'<div class="model"><a>{escape(o.title)}</a></div>' for o in others)
    compared = "".join(
        f'<div class="line"><div class="what">{what}</div><div>{own}</div>'
        + "".join(f"<div>{o.number + 2}{unit}</div>" for o in others)
        + "</div>"
        for what, own, unit in (
            ("Dials", "2", ""),
            ("Burst", "7 fps", " fps"),
            ("Card slots", "1", ""),
        )
    )
    rows = each(
        product.specs,
        '<div class="spec"><p class="spec-name">{name}</p><p class="spec-value">{value}</p></div>',
    )
    return _site(
        product,
        f'<div class="specs">{rows}</div><section><h2>Compare with other models</h2><div '
        f'class="line"><div class="what"></div><div class="model">This camera</div>{heads}</div>'
        f"{compared}</section><section><h2>Awards</h2><div><b>2019</b><span>Best Mid-range</span>"
        "</div><div><b>2018</b><span>Editors' Choice</span></div></section>"
        '<section><h2>Where to buy</h2><div class="dealer"><p>Photo Hahn</p><p>Tel: 555-0134</p><p>'
        'Open: 9-18</p></div><div class="dealer"><p>Lens Barn</p><p>Tel: 555-0178</p><p>Open: 10-19'
        "</p></div></section>",
    )


@family("phones_en")
def noisy_review_site(product: Product) -> str:
    """Marks of a test in the markup of the specs, offers of shops, and an author's box."""
    rows = each(product.specs, "<tr><td><strong>{name}</strong></td><td>{value}</td></tr>")
    n = 5 + product.number % 4
    return _site(
        product,
        '<p class="byline">By <a>Kim Lowe</a> | Updated: May 4, 2022 | 12 min read</p><p>We used '
        "it "
        "for two weeks. It is fast and the screen is a joy, but the battery is small.</p>"
        '<div class="verdict"><h2>Our verdict</h2><div class="score">8.1</div><ul><li><span>Design'
        f"</span><span>{n}/10</span></li><li><span>Performance</span><span>9/10</span></li><li>"
        f"<span>Camera</span><span>{n + 1}/10</span></li><li><span>Value</span><span>7/10</span>"
        "</li></ul></div><h3>Pros</h3><ul><li>Bright screen</li><li>Fast</li></ul><h3>Cons</h3><ul>"
        "<li>Small battery</li><li>No card slot</li></ul>"
        f'<div class="where"><h2>Best deals</h2><div><span>Bigstore</span><span>{product.price}'
        f"</span></div><div><span>Cellmart</span><span>$4{n}9.00</span></div><div><span>Phoneland"
        f'</span><span>$4{n}5.00</span></div></div><h2>Specs</h2><table class="specs">'
        f"{rows}</table>"
        "<h2>Benchmarks</h2><table><tr><th></th><th>Single core</th><th>Multi core</th></tr><tr>"
        "<td>"
        f"This phone</td><td>11{n}2</td><td>32{n}8</td></tr><tr><td>Pixel 6</td><td>1027</td><td>"
        "2827</td></tr><tr><td>iPhone 13</td><td>1734</td><td>4818</td></tr></table>"
        "<h2>Read next</h2><ul><li><a>Best phones of the year</a></li><li><a>How to save power</a>"
        "</li></ul>",
    )


@family("records_en")
def noisy_collectors_database(product: Product) -> str:
    """A record: release facts beside a track list, what others own, and marketplace figures."""
    facts = each(
        product.specs,
        '<tr><th scope="row"><h2>{name}<!-- -->:</h2></th><td><a href="/x">{value}</a></td></tr>',
    )
    n = 17 + 9 * product.number
    tracks = "".join(
        f'<tr><td class="pos">A{at}</td><td><span>{title}</span></td><td>{at + 2}:{n % 60}</td>'
        "</tr>"
        for at, title in enumerate(("Departure", "Still Water", "Long Way Down", "Return"), 1)
    )
    return _site(
        product,
        f'<div class="info"><table><tbody>{facts}</tbody></table></div><section><h3>Tracklist</h3>'
        f"<table>{tracks}</table></section><section><h3>Credits</h3><ul><li><span>Mastered "
        "By</span>"
        " &ndash; <a>J. Holt</a></li><li><span>Photography By</span> &ndash; <a>A. Lind</a></li>"
        '</ul></section><section id="statistics"><h3>Statistics</h3><div><ul><li><span>Have:</span>'
        f"<a>{n * 5}</a></li><li><span>Want:</span><a>{n}</a></li><li><span>Avg Rating:</span>"
        "<span>"
        f"4.{n % 10} / 5</span></li><li><span>Ratings:</span><a>{n * 2}</a></li></ul><ul><li><span>"
        f"Last Sold:</span><a>Jun 2, 2024</a></li><li><span>Low:</span><span>${n}.00</span></li>"
        "<li>"
        f"<span>Median:</span><span>${n + 4}.50</span></li><li><span>High:</span><span>${n + 30}.99"
        "</span></li></ul></div></section><section><h3>Videos (3)</h3><ul><li>Departure<span>4:02"
        "</span></li><li>Return<span>6:11</span></li></ul></section>",
    )
