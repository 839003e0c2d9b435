from __future__ import annotations

from typing import TYPE_CHECKING

from pages.nesting import outline
from rules.extract import extract
from rules.learn import Example, Sample, learn_site, row_knowledge
from rules.row_knowledge import learn_noise, places_of, without_noise
from tests.rules.small_pages import examples, page, sample, shown

if TYPE_CHECKING:
    from collections.abc import Mapping


CELL = "<td>小米 14<a>更多小米手机</a><em class='fix tip'>纠错</em></td>"


def left(html: str, *noise: str) -> list[str]:
    """The texts of a page's first element that are no noise."""
    found = outline(page(html))
    kept = without_noise(found, found.leaves(1), 1, noise)
    return [found.texts[leaf] for leaf in kept]


def test_a_text_s_place_is_told_from_loose_to_narrow() -> None:
    found = outline(page(CELL))
    assert [places_of(found, leaf, 1, 0) for leaf in range(3)] == [
        (".", "..", ". after nothing"),
        ("a", "a.", "a after text"),
        ("em", "em.fix.tip", "em after text"),
    ]


def test_behind_a_comma_a_list_goes_on() -> None:
    found = outline(page("<td><a>指纹</a>，<a>光线</a></td>"))
    assert [places_of(found, leaf, 1, 0)[2] for leaf in range(3)] == [
        *("a after nothing", ". after text"),
        "a after mark",
    ]


def test_dressing_is_left_out_by_any_of_its_descriptions() -> None:
    assert left(CELL, "a", "em") == ["小米 14"]
    assert left(CELL, "em.fix.tip") == ["小米 14", "更多小米手机"]
    assert left(CELL) == ["小米 14", "更多小米手机", "纠错"]


def test_what_follows_dressing_behind_a_text_leads_away_too() -> None:
    assert left("<td>小米 14<a>更多</a><b>配件</b></td>", "a after text") == ["小米 14"]


def test_what_stands_inside_dressing_is_dressing() -> None:
    assert left("<td>小米 14 <em><b>纠</b><i>错</i></em></td>", "em") == ["小米 14"]


def test_where_all_seems_to_be_dressing_the_first_kind_is_the_value() -> None:
    assert left("<td><a>指纹</a><a>光线</a><em>纠错</em></td>", "a", "em") == ["指纹", "光线"]


def test_dressing_is_learned_as_loosely_as_values_allow() -> None:
    value = (".", "..", ". after nothing")
    beside = ("em", "em.fix", "em after text")
    assert learn_noise([value], [beside]) == {"em"}
    in_em = ("em", "em.", "em after nothing")
    assert learn_noise([value, in_em], [beside]) == {"em.fix"}
    assert learn_noise([value, in_em, beside[:2] + value[2:]], [beside]) == {"em after text"}
    assert learn_noise([beside], [beside]) == set()


def test_inside_the_value_s_own_element_it_is_learned_narrowly() -> None:
    value = ("td", "td.", "td after nothing")
    inside = ("td>a", "td>a.", "td>a after text")
    assert learn_noise([value], [inside]) == {"td>a after text"}
    at_first = ("td>a", "td>a.", "td>a after nothing")
    assert learn_noise([value], [at_first]) == {"td>a"}


# What several samples say together, and what they say of names they do not show.


WORDS = {
    "Runtime": "min",
    "Budget": "dollars",
    "Cameras": "cameras",
    "Screens": "screens",
    "Copies": "copies",
}
FOOT = "<p>1<p>2<p>3<p>4"


def facts(seed: int) -> dict[str, str]:
    return {name: f"{seed * (at + 7)} {unit}" for at, (name, unit) in enumerate(WORDS.items())}


def table(rows: Mapping[str, str], kind: str = "facts") -> str:
    cells = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in rows.items())
    return f"<div class={kind}><table>{cells}</table></div>"


def film(rows: Mapping[str, str], more: str = "") -> str:
    return f"<title>A film</title><h1>A film</h1>{table(rows)}{more}{FOOT}"


def labelled(seed: int, *, marks: bool) -> Sample:
    """Every page shows how many extras there were; not every person marks it."""
    all_of = {**facts(seed), "Extras": f"{seed * 100} people"}
    return sample(film(all_of), all_of if marks else facts(seed))


def names_read(samples: list[Sample], html: str) -> list[str]:
    (record,) = shown(extract(page(html), learn_site("films.example", samples)))
    return list(record)


def left_out(samples: list[Sample]) -> set[str]:
    return {key for region in row_knowledge(samples).regions for key in region.unmarked}


def test_a_name_that_one_sample_marks_and_another_leaves_out_is_wanted() -> None:
    samples = [labelled(1, marks=True), labelled(2, marks=False)]
    assert left_out(samples) == set()
    assert names_read(samples, film({"Extras": "9 people", **facts(5)})) == ["Extras", *WORDS]


def test_a_name_that_most_samples_leave_out_is_in_doubt() -> None:
    samples = [labelled(1, marks=True), labelled(2, marks=False), labelled(3, marks=False)]
    assert left_out(samples) == {"extras"}


def test_names_that_differ_from_page_to_page_do_not_outweigh_one_that_is_the_same() -> None:
    """Each sample has the marked name and two others of its own: a third is marked on each page."""
    samples = [
        sample(film({"Extras": "9 people", **{f"{word} {n}": "no" for word in ("Foo", "Bar")}}),
               {"Extras": "9 people"})
        for n in range(3)
    ]  # fmt: skip
    shares = [
        (region.counts, len(region.unmarked))
        for region in row_knowledge(samples).regions
        if "extras" in region.marked
    ]
    assert shares == [((3, 6), 6)]


def test_what_stands_in_the_box_of_another_thing_is_not_left_out_of_this_one() -> None:
    """The sample shows a name for comparable films alone: nobody could mark it there."""
    boxes = "".join(table({**facts(n), "Sequels": f"{n} parts"}, "other") for n in (3, 4))
    first = sample(film(facts(1), boxes), facts(1))
    html = film({**facts(5), "Sequels": "2 parts"}, boxes)
    assert names_read([first], html) == [*WORDS, "Sequels"]


def test_a_value_is_not_marked_where_its_name_stands_for_many_things() -> None:
    """One of the other films has this one's score by chance."""

    def scored(score: int, others: list[int]) -> str:
        listed = "".join(f"<li><a href=/{n}>Film {n}</a> Score: {n}</li>" for n in others)
        own = f"<div class=score><b>Score:</b> {score} <i>out of 100</i></div>"
        return film(facts(score), f"{own}<ul class=others>{listed}</ul>")

    first = sample(scored(65, [12, 65, 34, 78]), {**facts(65), "Score": "65"})
    rules = learn_site("films.example", [first])
    (record,) = extract(page(scored(80, [55, 66, 77, 88])), rules).records
    assert [pair.value for pair in record.pairs if pair.name == "Score"] == ["80"]


def test_a_name_of_another_sample_is_read_beside_an_area() -> None:
    """The page has just the tags of the first sample, and further down what the second marked."""
    news = "<h2>More</h2><p>and</p><p>more</p><p>{0}</p><p><b>News:</b> Shot in {0}.</p>"
    first = sample(film(facts(1), "<p>and</p>" * 9), facts(1))
    second_html = film(facts(2), "<p>and</p>" * 9 + news.format(1999))
    second = sample(second_html, {**facts(2), "News": "Shot in 1999."})
    html = film(facts(5), "<p>and</p>" * 12 + news.format(2005))
    assert names_read([first, second], html) == [*WORDS, "News"]
    assert extract(first.page, learn_site("s", [first, second])).records[0].pairs[0].by == "area"


def test_a_new_name_is_read_with_samples_where_it_is_read_without() -> None:
    """The sample has a line like the new ones, which nobody marked."""
    line = "<table class={0}><tr><td><strong>{0}:</strong> {1}</td></tr></table>"
    first = sample(film(facts(1), line.format("Next", "Monday")), facts(1))
    news = "{1}<br><strong>Spin:</strong> It may be late.<br><strong>Tale:</strong> It may not."
    html = film({"Extras": "9 people", **facts(5)}, line.format("News", news))
    (without,) = shown(extract(page(html), None))
    assert "Spin" in without
    assert names_read([first], html) == list(without)


def test_a_name_is_no_value_without_a_name() -> None:
    """The sample has a value alone where other pages have a name and a value."""
    line = "<table><tr><th rowspan=2>Camera</th>{}</tr></table>"
    first = Sample(
        page(film(facts(1), line.format("<td>&nbsp;</td><td>Large</td>"))),
        (*examples(facts(1)), Example(attribute="camera", value="Large")),
    )
    rules = learn_site("films.example", [first])
    assert rules.layouts[0].unnamed
    rows = {"Lenses": "7 lenses", **facts(3)}
    cells = "<td>Budget</td><td>5 dollars</td></tr><tr><td>Copies</td><td>6 copies</td>"
    html = film(rows, line.format(cells))
    (record,) = extract(page(html), rules).records
    assert "Budget" not in [pair.value for pair in record.pairs]


def test_a_sample_has_one_vote_however_often_it_shows_a_name() -> None:
    """One page shows a name twice and marks both; two pages show it once and leave it out."""
    twice = "<tr><td>Sequels</td><td>{}</td></tr>"
    rows = "".join(twice.format(value) for value in ("one", "two"))
    both = tuple(Example(attribute="s", name="Sequels", value=value) for value in ("one", "two"))
    marks = Sample(
        page(film(facts(1)).replace("</table>", f"{rows}</table>")), (*examples(facts(1)), *both)
    )
    leave = [sample(film({**facts(n), "Sequels": "three"}), facts(n)) for n in (2, 3)]
    assert left_out([marks, *leave]) == {"sequels"}


def test_a_name_is_noise_where_samples_leave_it_out_though_it_counts_elsewhere() -> None:
    """Two samples have a box of another film's facts; the third marks such a box as its own."""
    box = {"Prizes": "3 prizes", "Theatres": "40 theatres", "Weeks": "5 weeks"}
    leave = [
        sample(film({**facts(n), "Prizes": f"{n} prizes"}, table(box, "other")), facts(n))
        for n in (1, 2)
    ]
    marks = sample(film(facts(3), table(box, "own")), {**facts(3), **box})
    html = film({**facts(5), "Prizes": "9 prizes"}, table(box, "other"))
    assert names_read([*leave, marks], html) == list(WORDS)
