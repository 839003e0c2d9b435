from samples.pocket_web import PocketWeb

WEB = PocketWeb()


def test_links_are_written_in_the_ways_of_the_sites() -> None:
    written = {
        host: WEB.sites[host].href("/product/detail.php?id=1", "/news/")
        for host in ("www.pcpop.example", "product.pconline.example", "mobile.21cn.example")
    }
    assert written == {
        "www.pcpop.example": "http://www.pcpop.example/news/",
        "product.pconline.example": "/news/",
        "mobile.21cn.example": "../news/",
    }


def test_a_relative_link_may_lead_to_the_same_folder() -> None:
    site = WEB.sites["mobile.21cn.example"]
    assert site.href("/product/list.php?page=1", "/product/detail.php?id=2") == "detail.php?id=2"


def test_what_a_charset_lacks_becomes_an_entity() -> None:
    assert WEB.sites["www.pcpop.example"].encoded("²€") == b"&#178;&#8364;"


def test_a_site_knows_its_brands_by_size() -> None:
    site = WEB.sites["www.pcpop.example"]
    sizes = [sum(phone["品牌"] == brand for phone in site.phones) for brand in site.brands]
    assert sizes == sorted(sizes, reverse=True)
    assert sum(sizes) == len(site.phones)
