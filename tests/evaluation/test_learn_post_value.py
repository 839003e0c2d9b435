from __future__ import annotations

from channels.post_value import shipped_weights
from evaluation.learn_post_value import judged_posts, learned_weights, score


def test_the_shipped_weights_are_those_that_are_learned() -> None:
    assert shipped_weights() == learned_weights(judged_posts().learned)


def test_posts_that_were_held_back_are_judged_right() -> None:
    held_back = judged_posts().held_back
    tally = score(shipped_weights(), held_back)
    assert (len(held_back.low), len(held_back.telling)) == (36, 26)
    assert tally.recall >= 0.9
    assert tally.precision == 1  # nothing telling is hidden
