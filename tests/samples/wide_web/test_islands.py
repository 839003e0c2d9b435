from samples.wide_web.islands import doors_of, islands_of
from samples.wide_web.plan import Plan
from samples.wide_web.sites.digiland import Digiland


def test_every_shelf_stands_on_one_island() -> None:
    for shelves in (6, 11, 12, 40):
        standing = [number for island in islands_of(shelves) for number in island.shelves]
        assert standing == list(range(shelves))


def test_even_a_small_site_has_an_island_of_each_reach() -> None:
    assert [island.reach for island in islands_of(6)] == ["near", "far", "hidden"]


def test_hubs_are_numbered_one_after_the_other() -> None:
    hubs = [hub for island in islands_of(30) for hub in (island.hub, island.door)]
    assert sorted(set(hubs)) == list(range(max(hubs) + 1))


def test_doors_lead_to_every_island() -> None:
    plan = Plan("host", 4_000, 400, Digiland.sections, 15)
    doors = doors_of("host", plan)
    targets = [target for leads in doors.values() for target in leads]
    for island in plan.islands:
        assert plan.hub_page(island.door) in targets
        assert plan.hub_page(island.hub) in targets
    kinds = {island.reach: set[str]() for island in plan.islands}
    for page, leads in doors.items():
        for island in plan.islands:
            if plan.hub_page(island.door) in leads:
                kinds[island.reach].add(plan.place(page).kind)
    assert kinds == {"near": {"section"}, "far": {"item"}, "hidden": {"item"}}
