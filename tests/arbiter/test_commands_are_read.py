"""The parser of palette commands reads input without queries."""

import pytest

from arbiter.views.palette_commands import Typed, begins, read
from tavleya.record.results import Result
from tavleya.sides import Side

WORDS = {"illegal": ["illegal", "невозможный", "неможливий"], "withdraw": ["withdraw", "снять", "зняти"]}
W, B = Side.WHITE, Side.BLACK


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        *((f"12 {text}", Typed(12, Result.WHITE_WINS)) for text in ("1-0", "1 - 0", "1–0", "1:0", "1")),
        *((f"12 {text}", Typed(12, Result.BLACK_WINS)) for text in ("0", "0-1")),
        *((f"12 {text}", Typed(12, Result.DRAW)) for text in ("=", "½", "1/2-1/2", "1/2")),
        ("12 +-", Typed(12, Result.WHITE_FORFEIT_WIN)),
        ("12 -/+", Typed(12, Result.BLACK_FORFEIT_WIN)),
        ("12 --", Typed(12, Result.BOTH_FORFEIT)),
        ("12 0-0", Typed(12, Result.BOTH_LOSE)),
        ("1 1-0", Typed(1, Result.WHITE_WINS)),
        ("12", Typed(12)),
        ("illegal 7 white", Typed(7, side=W, command="illegal")),
        ("7 illegal b", Typed(7, side=B, command="illegal")),
        ("ILL 7 Black", Typed(7, side=B, command="illegal")),
        ("невозможный 7 белые", Typed(7, side=W, command="illegal")),
        ("неможливий 7 ч", Typed(7, side=B, command="illegal")),
        ("withdraw Keres", Typed(command="withdraw", words=("keres",))),
        ("withdraw de Groot, W", Typed(command="withdraw", words=("de", "groot", "w"))),
        ("снять Керес", Typed(command="withdraw", words=("керес",))),
        ("phone 7 black", Typed(7, side=B, words=("phone",))),
        ("Tal", Typed(words=("tal",))),
        ("1-0", Typed(words=("1", "0"))),
        ("12345", Typed(words=("12345",))),
        ("", Typed()),
        ("  ,, ", Typed()),
        ("il 7", Typed(7, words=("il",))),  # two letters name no command
        ("a " * 5_000, Typed(words=("a",) * 60)),
    ],
)
def test_a_line_is_read(text: str, typed: Typed) -> None:
    assert read(text, WORDS) == typed


def test_words_begin_those_of_a_name_in_any_order() -> None:
    assert begins(("dev", "phone"), "Phone or other electronic device")
    assert not begins(("phones",), "Phone or other electronic device")
