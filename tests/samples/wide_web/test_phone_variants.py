from samples.facts import phones
from samples.wide_web.dice import Dice
from samples.wide_web.phone_variants import brands, english_brand, model, variant


def test_every_brand_of_the_facts_has_variants() -> None:
    assert set(brands()) == {phone["品牌"] for phone in phones()}
    for brand in brands():
        facts = variant(brand, Dice(brand))
        assert facts["品牌"] == brand
        assert facts["手机名"] == f"{brand} {facts['型号']}"
        assert english_brand(brand).isascii()


def test_the_model_is_known_before_the_other_facts() -> None:
    assert model("诺基亚", Dice("7"))[1] == variant("诺基亚", Dice("7"))["型号"]


def test_variants_are_no_real_phones_and_differ_from_each_other() -> None:
    made = [variant("三星", Dice(str(turn))) for turn in range(200)]
    assert len({facts["手机名"] for facts in made}) > 190
    assert len({facts["电池容量"] for facts in made}) > 100
    assert len({facts["参考价格"] for facts in made}) > 100
