"""`manage.py standings FILE.trf`."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.paths import DATA
from tests.tavleya.formats.samples import file, player

FOLDER = DATA / "tournaments"
EXERCISE = str(FOLDER / "tec_swiss.trf")
EXPECTED = json.loads((FOLDER / "tec_swiss_expected_2026.json").read_text("utf-8"))["values"]


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("standings", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_json_is_a_list_with_the_values_by_descriptor():
    rows = json.loads(run(EXERCISE, "--tiebreaks", "BH/C1,BH,SB", "--json"))
    assert [row["rank"] for row in rows] == list(range(1, 17))
    assert rows[0] == {
        "rank": 1, "id": 2, "name": "Bruno", "points": 4.0,
        "tiebreaks": {"BH/C1": 12.0, "BH": 13.0, "SB": 9.5},
    }  # fmt: skip
    for name in ("BH/C1", "BH", "SB"):
        values = {str(row["id"]): row["tiebreaks"][name] for row in rows}
        assert values == {key: float(value) for key, value in EXPECTED[name].items()}


def test_the_edition_and_a_seed_may_be_chosen():
    old = json.loads(run(EXERCISE, "--tiebreaks", "BH", "--json", "--edition", "2024"))
    assert {row["id"]: row["tiebreaks"]["BH"] for row in old}[4] == 15.0
    drawn = json.loads(run(EXERCISE, "--tiebreaks", "", "--json", "--seed", "Moscow"))
    assert sorted(row["rank"] for row in drawn) == list(range(1, 17))


def test_the_tie_breaks_of_the_file_are_used_if_none_are_named(tmp_path):
    path = tmp_path / "sample.trf"
    path.write_bytes(file("202 WIN,BPG", player(1, "   2 w 1"), player(2, "   1 b 0")))
    assert list(json.loads(run(str(path), "--json"))[0]["tiebreaks"]) == ["WIN", "BPG"]


def test_a_table_and_an_explanation_are_for_people():
    assert run(EXERCISE, "--tiebreaks", "SB").splitlines()[1].split() == ["1", "2", "Bruno", "4.0", "9.50"]
    assert "Round 3, Irina: 2.5." in run(EXERCISE, "--tiebreaks", "BH", "--explain", "3")


@pytest.mark.parametrize("arguments", [("--tiebreaks", "BH/X"), ("--tiebreaks", "NONE"), ("--explain", "99")])
def test_invalid_arguments_are_an_error(arguments):
    with pytest.raises(CommandError):
        run(EXERCISE, *arguments)


def test_a_bad_file_is_refused_with_its_lines(tmp_path):
    path = tmp_path / "bad.trf"
    path.write_bytes(file(player(1, "   2 w 1"), player(2, "   1 b 1")))
    with pytest.raises(CommandError, match="line 2: Round 1 against 2"):
        run(str(path))
    with pytest.raises(CommandError):
        run(str(tmp_path / "missing.trf"))
