"""The draw of openings: committed in advance, reproducible by any user, and every tampering found."""

import hashlib
from collections import Counter
from dataclasses import replace

import pytest

from tavleya.errors import BadInput
from tavleya.pairing.drawn_openings import Drawn, DrawRecord, commitment, draw, order, verify
from tavleya.rules.draughts.openings import tables
from tests.tavleya.refusals import refused

CODES = tuple(tables()["idf"])
SEED = "a seed that nobody knows yet"


def honest(draws: int = 9) -> DrawRecord:
    drawns = tuple(
        Drawn(number, number, None, draw(SEED, "dice 4 2", CODES, number)) for number in range(1, draws + 1)
    )
    return DrawRecord("idf", commitment(SEED), "dice 4 2", SEED, drawns)


def codes(record: DrawRecord) -> list[str]:
    return [problem.code for problem in verify(record, CODES)]


def test_the_commitment_is_what_any_sha256_tool_prints():
    # printf abc | sha256sum (FIPS 180-2, appendix B.1)
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_first_draw_is_the_line_with_the_smallest_hash():
    _, code = min((hashlib.sha256(f"s:p:0:{code}".encode()).hexdigest(), code) for code in CODES)
    assert draw("s", "p", CODES, 1) == code


def test_an_honest_record_verifies_and_survives_json():
    assert verify(honest(), CODES) == ()
    assert DrawRecord.read(honest().plain()) == honest()


def test_the_order_of_the_table_file_does_not_matter():
    assert order(SEED, "", CODES) == order(SEED, "", CODES[::-1])


def test_no_line_comes_twice_before_all_have_come_and_then_in_a_new_order():
    few = CODES[:20]
    drawn = [draw(SEED, "", few, number) for number in range(1, 41)]
    assert sorted(drawn[:20]) == sorted(drawn[20:]) == sorted(few)
    assert drawn[:20] != drawn[20:]


def test_every_line_is_as_likely_as_the_others():
    first = Counter(draw(f"seed {number}", "", CODES[:10], 1) for number in range(5000))
    # Ten lines, 5000 draws: chi-square with 9 degrees of freedom stays under 27.9 in 999 of 1000 cases.
    assert sum((count - 500) ** 2 / 500 for count in first.values()) < 27.9
    assert len(first) == 10


@pytest.mark.parametrize(("tampered", "code"), [
    (replace(honest(), seed="another seed"), "seed_is_another"),
    (replace(honest(), public="dice 6 6"), "draw_is_another"),
    (replace(honest(), commitment=commitment("x")), "seed_is_another"),
    (replace(honest(), seed=None), "seed_not_shown"),
    (replace(honest(), draws=honest().draws[1:]), "draw_left_out"),
    (replace(honest(), draws=(replace(honest().draws[0], code="no line"),)), "draw_is_another"),
])  # fmt: skip
def test_tampering_is_found(tampered, code):
    assert code in codes(tampered)


@pytest.mark.parametrize("data", [None, [], {}, {"table": "idf"}, {"table": 1, "commitment": 2, "draws": 3}])
def test_an_invalid_record_is_refused(data):
    with refused(BadInput, "bad_draw_record"):
        DrawRecord.read(data)
