from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tavleya.formats.trf import TrfTournament, read, write
from tavleya.formats.trf.comparison import WrongFigure, check_ranks
from tavleya.formats.trf.records import NewHeader, PlayerRecord, TieBreakList
from tavleya.formats.trf.schedule import report_of
from tavleya.pairing.simulation import NOTHING_UNUSUAL, Plan, simulate
from tests.paths import DATA
from tests.tavleya.refusals import refused

NINE = DATA / "swiss" / "rtg_020_n9_r6.trf"


def run(command: str, *arguments: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def refusal_text(command: str, *arguments: object) -> str:
    with pytest.raises(CommandError) as excinfo:
        run(command, *arguments)
    assert excinfo.value.returncode == 2
    return str(excinfo.value)


def write_report(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "section.trf"
    path.write_text(text, "utf-8")
    return path


def first_rounds(text: str, rounds: int) -> str:
    return "\n".join(line[: 91 + 10 * rounds - 2] if line.startswith("001") else line for line in text.split("\n"))


def test_pair_prints_the_count_then_white_and_black() -> None:
    path = DATA / "swiss-large" / "swiss_200_9_5.trf"
    assert run("pair", path).split() == path.with_suffix(".pairs").read_text("utf-8").split()


def test_a_bye_is_against_zero(tmp_path: Path) -> None:
    path = write_report(tmp_path, first_rounds(NINE.read_text("utf-8"), 3))
    assert run("pair", path) == "5\n2 3\n8 1\n4 7\n5 9\n6 0\n"


def test_a_past_round_can_be_paired_again() -> None:
    assert run("pair", NINE, "--round", 4).startswith("5\n2 3\n")


def test_a_finished_tournament_has_no_next_round() -> None:
    assert "no round 7 to pair" in refusal_text("pair", NINE)


def test_checkpairings_finds_every_round_in_order() -> None:
    completed = run("checkpairings", NINE)
    assert completed.count("ok") == 7
    assert "6 rounds checked, 0 differ\n" in completed
    assert completed.endswith("9 player ranks checked, 0 differ\n")


def test_checkpairings_prints_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = NINE.read_text("utf-8").replace("     5 w 1     4 b 1", "     5 b 1     4 b 1")
    text = text.replace("     1 b 0     3 w =", "     1 w 0     3 w =")
    out = StringIO()
    with refused(SystemExit, 1):
        call_command("checkpairings", str(write_report(tmp_path, text)), stdout=out)
    assert "round 1: differs\n    - 1 5\n    + 5 1\n" in out.getvalue()


def report_with_tiebreaks(listed: str) -> TrfTournament:
    """Nine players with the list of tie-breaks and the ranks that follow from it."""
    report = simulate(Plan(9, 6, NOTHING_UNUSUAL, tiebreaks=tuple(listed.split(","))), "listed")
    return report_of(report, "Listed")


def checked(tmp_path: Path, tournament: TrfTournament) -> tuple[int, str]:
    path = tmp_path / "section.trf"
    path.write_bytes(write(tournament))
    out = StringIO()
    try:
        call_command("checkpairings", str(path), stdout=out, stderr=StringIO())
    except SystemExit as error:
        return int(str(error.code)), out.getvalue()
    return 0, out.getvalue()


def changed(tournament: TrfTournament, number: int, **values: object) -> TrfTournament:
    records = tuple(
        replace(record, **values) if isinstance(record, PlayerRecord) and record.number == number else record  # type: ignore[arg-type]
        for record in tournament.records
    )
    return TrfTournament(records)


def test_ranks_are_checked_by_the_list_of_the_file(tmp_path: Path) -> None:
    assert checked(tmp_path, report_with_tiebreaks("BH/C1,SB"))[0] == 0
    first = next(
        number for number, player_record in report_with_tiebreaks("BH/C1,SB").players.items() if player_record.rank == 1
    )
    status, text = checked(tmp_path, changed(report_with_tiebreaks("BH/C1,SB"), first, rank=2))
    assert status == 1
    assert "player ranks by points, BH/C1, SB: differ\n" in text
    assert f"    rank of player {first}: 2 instead of 1\n" in text
    assert "9 player ranks checked, 1 differ" in text


def test_ranks_by_another_list_differ(tmp_path: Path) -> None:
    """The ranks of one list under the name of another, by 202 or by 212 alone."""
    for code, text in (("202", "TPN/R"), ("212", "PTS,TPN/R")):
        report = report_with_tiebreaks("TPN")
        records = [record for record in report.records if not isinstance(record, TieBreakList)]
        status, message = checked(tmp_path, TrfTournament((*records, TieBreakList(code=code, text=text))))
        assert status == 1
        assert "player ranks by points, TPN/R: differ" in message


def test_changed_points_are_reported(tmp_path: Path) -> None:
    report = report_with_tiebreaks("BH,SB")
    status, text = checked(tmp_path, changed(report, 4, points=(report.players[4].points or 0) + 1))
    assert status == 1
    assert "    points of player 4: " in text


def test_fully_tied_players_share_a_rank_or_have_one_each() -> None:
    """Four players with two draws: no tie-break separates them."""
    cells = {1: ("   2 w ="), 2: ("   1 b ="), 3: ("   4 w ="), 4: ("   3 b =")}

    def wrong(*ranks: int) -> tuple[WrongFigure, ...]:
        lines = [f"001 {number:4}".ljust(84) + f" {ranks[number - 1]:4}  {cell}" for number, cell in cells.items()]
        return check_ranks(read("\n".join(["202 DE", *lines]).encode(), persons=False).tournament).wrong

    assert wrong(1, 1, 1, 1) == ()
    assert wrong(4, 2, 3, 1) == ()
    assert wrong(1, 1, 2, 2) == tuple(
        WrongFigure("rank", number, rank, 1, 4) for number, rank in enumerate((1, 1, 2, 2), start=1)
    )
    assert wrong(1, 2, 3, 5) == (WrongFigure("rank", 4, 5, 1, 4),)


def test_an_uncheckable_system_is_reported(tmp_path: Path) -> None:
    for system in ("CUSTOM_TEAM_SWISS", "CUSTOM_KNOCKOUT", "CUSTOM_SWISS"):
        report = report_with_tiebreaks("BH,SB")
        records = tuple(
            replace(record, text=system) if isinstance(record, NewHeader) and record.code == "192" else record
            for record in report.records
        )
        status, text = checked(tmp_path, TrfTournament(records))
        assert status == 2
        assert f"{system}: pairings of this system cannot be checked\n" in text
        assert "rounds checked" not in text
        assert "player ranks" in text


@pytest.mark.parametrize(("file", "system"), [
    ("dubov/dubov-6001.trf", "FIDE Dubov system"), ("burstein/burstein-8001.trf", "FIDE Burstein system"),
    ("team-swiss/team-5003.trf", "FIDE team Swiss"),
])  # fmt: skip
def test_every_system_that_a_file_names_is_paired_checked_and_explained(file: str, system: str) -> None:
    path = DATA / "systems" / file
    completed = run("checkpairings", path)
    assert completed.startswith(f"{system}\n")
    assert ", 0 differ\n" in completed
    errors = StringIO()
    call_command("pair", str(path), "--round", "3", "--explain", stdout=StringIO(), stderr=errors)
    assert " - " in errors.getvalue()


def test_the_edition_is_that_of_the_file(tmp_path: Path) -> None:
    text = (DATA / "swiss" / "rtg_002_n30_r11.trf").read_text("utf-8")
    assert "FIDE_DUTCH_2026" in text
    out = StringIO()
    path = write_report(tmp_path, text.replace("FIDE_DUTCH_2026", "FIDE_DUTCH_2017"))
    with pytest.raises(SystemExit):
        call_command("checkpairings", str(path), stdout=out)
    assert out.getvalue().startswith("FIDE Dutch, until January 2026\n")


def test_the_old_edition_pairs_otherwise() -> None:
    with pytest.raises(SystemExit):
        run("checkpairings", DATA / "swiss" / "rtg_002_n30_r11.trf", "--edition", "dutch-2017")


def test_a_file_without_its_number_of_rounds_is_paired_with_a_warning(tmp_path: Path) -> None:
    text = first_rounds(NINE.read_text("utf-8"), 3).replace("142 6\n", "")
    err, out = StringIO(), StringIO()
    call_command("pair", str(write_report(tmp_path, text)), stdout=out, stderr=err)
    assert out.getvalue() == "5\n2 3\n8 1\n4 7\n5 9\n6 0\n"
    assert "not taken for the last" in err.getvalue()


def test_three_points_for_a_win_divide_who_was_level(tmp_path: Path) -> None:
    """A win and a loss are 3 points, two draws 2: players 1 and 5, who have met, float to 3 and 4."""
    cells = {
        1: ("   5 w 1", "   2 b 0"), 2: ("   6 b 1", "   1 w 1"),
        3: ("   7 w =", "   4 b ="), 4: ("   8 b =", "   3 w ="),
        5: ("   1 b 0", "   6 w 1"), 6: ("   2 w 0", "   5 b 0"),
        7: ("   3 b =", "   8 w 1"), 8: ("   4 w =", "   7 b 0"),
    }  # fmt: skip
    lines = [f"001 {number:4}".ljust(91) + "  ".join(each) for number, each in cells.items()]

    def explained(*heads: str) -> str:
        err = StringIO()
        path = write_report(tmp_path, "\n".join(["XXR 5", "XXC white1", *heads, *lines]))
        call_command("pair", str(path), "--explain", stdout=StringIO(), stderr=err)
        return err.getvalue()

    assert "Bracket of 1 points: 4 residents" in explained()
    assert "Bracket of 2 points: 2 residents, moved down: 1, 5." in explained("162  W 3.0    D 1.0")


def test_baku_points_can_be_given(tmp_path: Path) -> None:
    lines = [f"001 {number:4}" for number in range(1, 17)]
    path = write_report(tmp_path, "\n".join(["XXR 9", "XXC white1", *lines]))
    assert run("pair", path, "--baku").split("\n")[1] == "1 5"


def test_explanations_go_to_the_error_output() -> None:
    err = StringIO()
    call_command("pair", str(NINE), "--round", "4", "--explain", stdout=StringIO(), stderr=err)
    assert "Instead of 4: C1: 1 and 4 met in round 2." in err.getvalue()


@pytest.mark.parametrize(("text", "sentence"), [
    ("", "no player lines"), ("001 xxxx", "line 1: "),
    ("001    1\n001    1", "line 2: Starting rank 1 is already on line 1"), ("XXR ten", "line 1: "),
    ("162  W three\n001    1", "line 1: "),
])  # fmt: skip
def test_unreadable_files_are_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    assert sentence in refusal_text("pair", write_report(tmp_path, text))


def test_contradictions_are_refused(tmp_path: Path) -> None:
    text = NINE.read_text("utf-8").replace("     5 w 1     4 b 1", "     6 w 1     4 b 1")
    assert "line 6: Round 1: the line of player 6 does not show this game." in refusal_text(
        "pair", write_report(tmp_path, text)
    )


def test_more_results_than_rounds_are_refused(tmp_path: Path) -> None:
    text = NINE.read_text("utf-8").replace("142 6", "142 4")
    assert "The line has 6 rounds but the tournament has 4." in refusal_text("pair", write_report(tmp_path, text))


def test_a_missing_file_is_reported() -> None:
    assert "No such file" in refusal_text("pair", "nowhere.trf")


def test_a_section_that_cannot_be_paired_says_what_would_free_it(tmp_path: Path) -> None:
    def line(number: int, cell: str) -> str:
        return f"001 {number:4}".ljust(91) + cell

    text = "\n".join(["XXR 3", line(1, "   2 w 1"), line(2, "   1 b 0")])
    assert "waived: players 1 and 2 have met (C1)" in refusal_text("pair", write_report(tmp_path, text))
