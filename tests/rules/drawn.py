"""Pages, labels and rules for hypothesis to draw: like everyday ones, but with mistakes in them.

What is drawn from nothing is never read at all. So pages are sites' pages with pieces
dropped, doubled and thrown in, and rules are learned ones with keys set to anything that
their types allow.
"""

from __future__ import annotations

import builtins
import types
import typing
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from hypothesis import reject
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from rules.learn import Example, Sample, learn_site
from rules.model import AreaRule, Layout, Position, SiteRules
from tests.rules.small_pages import page

_Model = TypeVar("_Model", bound=BaseModel)

_FACTS = {"价格": "￥99", "重量": "100 克", "颜色": "黑色"}
_UNITS = [
    "<tr> <th> {} </th> <td> {} <em> 纠错 </em> </td> </tr>",
    "<tr> <td> {} <td> {} <td> <td>",
    "<dt> {} </dt> <dd> {} </dd>",
    "<li> {}：{} </li>",
    "<li> <b> {} </b> ： {} <a> 更多> </a> </li>",
    "<b> {}: </b> {} <br>",
    "<div><div> {} </div><div> {} </div></div>",
    "<li> <i> {1} </i> <b> {0} </b> </li>",
]
_NEAR = "<h1> 诺基亚 </h1> <i> ￥ </i> <b> 99 </b> <div> <table> {} </table> </div> <p> <p> <p> <p>"
_PIECES = [
    *"<div> </div> <table> </table> <tr> <td> </td> <li> <b> </b> <br> <p> </p> <title>".split(),
    *"<pre> <script>x</script> <!--x--> <textarea> <button> <td < </ \0 ， &nbsp; 价格 1".split(),
    *("<div class=spec>", "<div id=a>", "<a href=x>", "<i hidden>", "<td class='spec a'>", ""),
]
_WORDS = [*"价格 价格： 重量 颜色 100 ￥99 黑色 ： : - ★★ 纠错 spec a td td>em td>a #".split(), ""]
_WORD = st.one_of(st.sampled_from(_WORDS), st.text(max_size=5))
_TAG = st.sampled_from("tr th td dl dt dd table li b i div em h1".split())


def _written(unit: str) -> list[str]:
    units = " ".join(unit.format(*fact) for fact in _FACTS.items())
    return _NEAR.format(units).split(" ")


@cache
def _learned(unit: str) -> SiteRules:
    named = [Example(attribute=name, name=name, value=_FACTS[name]) for name in _FACTS]
    headline = Example(attribute="手机名", value="诺基亚")
    return learn_site("shop.example", [Sample(page("".join(_written(unit))), (headline, *named))])


@st.composite
def _edited(draw: st.DrawFn, unit: str) -> bytes:
    pieces = [piece.encode() for piece in _written(unit)]
    noise = st.one_of(st.sampled_from(_PIECES).map(str.encode), st.binary(max_size=4))
    for at in draw(st.lists(st.integers(0, len(pieces) - 1), max_size=12)):
        pieces[at] = draw(st.one_of(st.just(b""), noise, st.just(pieces[at] * 2)))
    return b"".join(pieces)


@st.composite
def labelled_pages(draw: st.DrawFn) -> tuple[bytes, list[Example]]:
    unit = draw(st.sampled_from(_UNITS))
    facts = [Example(attribute=name, name=name, value=_FACTS[name]) for name in _FACTS]
    wrong = st.builds(Example, attribute=_WORD, name=_WORD, value=_WORD)
    return draw(_edited(unit)), draw(st.lists(st.one_of(st.sampled_from(facts), wrong), max_size=5))


@st.composite
def pages_and_rules(draw: st.DrawFn) -> tuple[bytes, SiteRules]:
    unit = draw(st.sampled_from(_UNITS))
    rules = _learned(unit)
    layouts = [
        draw(_changed_layout(layout))
        for layout in rules.layouts * draw(st.sampled_from((1, 1, 2, 0)))
    ]
    return draw(_edited(unit)), draw(_changed(rules, layouts=tuple(layouts)))


@st.composite
def _changed_layout(draw: st.DrawFn, layout: Layout) -> Layout:
    areas = tuple(draw(_changed(area, pos=draw(_positions(area)))) for area in layout.areas)
    locators = tuple(draw(_changed(locator)) for locator in layout.unnamed)
    return draw(_changed(layout, areas=areas, unnamed=locators))


def _positions(area: AreaRule) -> st.SearchStrategy[tuple[Position, ...]]:
    """Positions must lie inside their area and speak of formats that are there."""
    number = st.integers(0, len(area.formats))
    any_one = st.builds(Position, st.integers(1, area.length), number, number, st.integers(0, 1))
    return st.one_of(st.just(area.pos), st.lists(any_one, max_size=9).map(tuple))


def _changed(known: _Model, **given: object) -> st.SearchStrategy[_Model]:
    """The same with a few keys set anew; keys of models to come will be drawn as well."""
    kept = {"area", "formats", "layouts", *given}
    keys = {
        key: _any(field.annotation, *field.metadata)
        for key, field in type(known).model_fields.items()
        if key not in kept
    }
    some = st.lists(st.sampled_from(sorted(keys)), max_size=3, unique=True).flatmap(
        lambda chosen: st.fixed_dictionaries({key: keys[key] for key in chosen})
    )
    old = {key: getattr(known, key) for key in type(known).model_fields}

    def changed(new: dict[str, object]) -> _Model:
        try:
            return type(known)(**old | new | given)
        except ValidationError:
            reject()

    return some.map(changed)


def _any(kind: Any, *limits: Any) -> st.SearchStrategy[Any]:
    """Anything that a key of this type may hold."""
    parts = get_args(kind)
    match get_origin(kind) or kind:
        case typing.Annotated:
            fields = [note for note in parts if isinstance(note, FieldInfo)]
            drawn = _any(*parts, *(limit for field in fields for limit in field.metadata))
        case typing.Union | types.UnionType:
            drawn = st.one_of(*map(_any, parts))
        case typing.Literal:
            drawn = st.sampled_from(parts)
        case builtins.tuple if Ellipsis in parts:
            least = _limit(limits, "min_length", 0)
            drawn = st.lists(_any(parts[0]), min_size=least, max_size=3).map(tuple)
        case builtins.tuple:
            drawn = st.tuples(*map(_any, parts))
        case builtins.int:
            low, high = _limit(limits, "ge", -4), _limit(limits, "le", 10**9)
            drawn = st.one_of(st.integers(max(low, -4), min(high, 6)), st.sampled_from([low, high]))
        case builtins.str:
            drawn = _TAG if _limit(limits, "pattern", None) else st.one_of(_WORD, _TAG)
        case simple if simple in _SIMPLE:
            drawn = _SIMPLE[simple]
        case model:
            drawn = _built(model)
    return drawn


_SIMPLE = {bool: st.booleans(), float: st.floats(0, 1), types.NoneType: st.none()}


def _limit(limits: tuple[Any, ...], name: str, otherwise: Any) -> Any:
    return next((getattr(limit, name) for limit in limits if hasattr(limit, name)), otherwise)


def _built(model: Any) -> st.SearchStrategy[Any]:
    if issubclass(model, BaseModel):
        fields = model.model_fields.items()
        return st.builds(model, **{key: _any(f.annotation, *f.metadata) for key, f in fields})
    hints = get_type_hints(model, include_extras=True).items()
    return st.builds(model, **{key: _any(hint) for key, hint in hints})
