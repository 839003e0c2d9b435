from evaluation.name_writings import WRITINGS


def test_no_two_sites_write_alike() -> None:
    written = [write("诺基亚", "6500 classic") for write in WRITINGS]
    assert len(set(written)) == len(written)
    assert {"诺基亚6500 classic", "Nokia 6500 classic", "诺基亚 6500 CLASSIC"} <= set(written)
