"""A section from a TRF and back, settings that the first pairing fixes, and ratings that rank players."""

from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reports.selectors.tournament_report import trf_file
from reports.services.importing import import_trf
from tavleya.errors import BadInput, Conflict, ImportRefused
from tavleya.formats.trf import read, table_of
from tavleya.formats.trf.records import NationalRecord, RankingMethod
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tavleya.tiebreaks.table import Scoring
from tests.refusals import refused
from tests.tavleya.formats.samples import DATA, EVERY_RECORD, EXERCISE, file, player
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import leave_mode, make_swiss, pair, play_round
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.entries import enter_person
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import edit_registration

pytestmark = pytest.mark.django_db


def section(world: World, data: bytes, **fields: object) -> Section:
    new_section = world.section(**{"format": "free", **fields})
    import_trf(actor=world.olga, now=NOW, section_id=new_section.pk, data=data)
    new_section.refresh_from_db()
    return new_section


@pytest.mark.parametrize("path", [EXERCISE, DATA / "swiss" / "rtg_057_n10_r7.trf"], ids=lambda path: path.stem)
def test_a_tournament_comes_out_as_it_went_in(world, path: Path):
    reading = read(trf_file(section(world, path.read_bytes())))
    before, after = read(path.read_bytes()).tournament, reading.tournament
    assert {number: (item.rounds, item.rating, item.points) for number, item in after.players.items()} == {
        number: (item.rounds, item.rating, item.points) for number, item in before.players.items()
    }
    assert after.rounds_planned == before.rounds_planned
    assert reading.adjustments == ()


def test_standings_of_the_section_are_those_of_the_file(world):
    data = EXERCISE.read_bytes()
    created = section(world, data, tiebreaks=["BH/C1", "BH", "SB", "ARO"])
    rows = standings_of(created).rows
    table = table_of(read(data).tournament)
    expected = compute_standings(table, tiebreaks(["BH/C1", "BH", "SB", "ARO"])).rows
    assert [(row.registration.number, row.row.rank, [value.text for value in row.values]) for row in rows] == [
        (row.participant, row.rank, [value.text for value in row.values]) for row in expected
    ]


def test_the_report_counts_and_names_adjustments(world):
    section = world.section(format="free")
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=EVERY_RECORD.encode("cp1251"))
    assert done.plain() == {"players": 4, "rounds": 2, "boards": 4, "byes": 0, "teams": 0}
    messages = [adjustment.message for adjustment in done.adjustments]
    codes = [message.code for message in messages]
    assert codes[0] == "guessed_encoding"
    assert {"trf_record_left_out", "trf_bye_ahead"} <= set(codes)
    left_out = {message.params["code"] for message in messages if message.code == "trf_record_left_out"}
    assert {"250", "260", "310"} <= left_out and not {"RUS", "DDD", "ABC"} & left_out
    of_the_file = {adjustment.message.code for adjustment in done.adjustments if adjustment.line is None}
    assert of_the_file <= {"guessed_encoding", "trf_player_count", "trf_other_scoring"}
    section.refresh_from_db()
    # An unknown line comes back unchanged, for officials alone: it may name people.
    (line,) = [line for line in EVERY_RECORD.splitlines() if line.startswith("ABC")]
    assert line.encode() in trf_file(section, births=True).splitlines()
    assert b"ABC" not in trf_file(section)
    first = section.registrations.get(number=1)
    assert (section.rating_method, first.rating, first.rating_source) == ("HBFN", 2510, "RUS")
    assert section.rounds_planned == 2
    assert Player.objects.get(fide_id=14101012).full_name == "Петренко Олена"
    round_ = section.rounds.get(number=1)
    assert (round_.played_on.isoformat(), round_.status) == ("2026-11-01", "closed")


def test_names_come_out_as_the_report_has_them(world):
    long = "Abdul-Rahman bin Mohd Al-Amin Zaki"[:33]
    names = ["Praggnanandhaa R", long, "Петренко Олена", "Иванов, Иван Иванович"]
    created = section(world, file(*(player(number, name=name) for number, name in enumerate(names, 1))))
    assert [record.name for record in read(trf_file(created)).tournament.players.values()] == names


def test_two_lines_with_one_name_are_two_people(world):
    data = file(*(player(number, name=name) for number, name in enumerate(("Lee, A", "Lee, A", "Lee, O", "Lee, A"), 1)))
    created = world.section(format="free")
    done = world.do(import_trf, section_id=created.pk, data=data)
    same = [adjustment.line for adjustment in done.adjustments if adjustment.message.code == "trf_same_name"]
    assert same == [3, 5]
    section(world, data)
    assert Player.objects.count() == 4 and Registration.objects.count() == 8
    assert sorted(Player.objects.filter(family_name="Lee").values_list("namesake", flat=True)) == [0, 0, 1, 2]


def test_a_namesake_with_another_fide_number_is_new_and_the_numbered_line_keeps_its_player(world):
    numbered = player(2, name="Lee, A").replace(" " * 13 + "2000/01/01", "   24101010  2000/01/01".rjust(23))
    section(world, file(player(1, name="Kim, B"), numbered))
    (lee,) = Player.objects.filter(family_name="Lee")
    assert lee.fide_id == 24101010
    created = section(world, file(player(1, name="Lee, A"), numbered))
    first, second = created.registrations.order_by("number")
    assert second.player == lee and first.player.namesake == 1 and first.player.fide_id is None


def test_a_round_without_all_results_is_still_played(world):
    created = section(world, file(player(1, "   2 w  "), player(2, "   1 b  ")))
    round_ = created.rounds.get()
    assert round_.status == "playing" and round_.pairings.get().result == ""


def test_points_of_the_file_count_where_the_section_has_none(world):
    lines = ("162  W 3.0    D 1.0", player(1, "   2 w 1").replace("0.0", "3.0"), player(2, "   1 b 0"))
    created = section(world, file(*lines))
    assert created.points.win == 6
    assert b"162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0" in trf_file(created)


@pytest.mark.parametrize(("lines", "fields"), [
    ([player(1, "   2 w 1"), player(2, "   1 b 1")], {}), ([player(1).replace("m    ", "m  1 ")], {}),
    ([player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - H")], {"format": "round_robin"}),
])  # fmt: skip
def test_a_bad_file_leaves_nothing_behind(world, lines, fields):
    with refused(ImportRefused, "trf_refused") as excinfo:
        section(world, file(*lines), **fields)
    assert excinfo.value.problems[0].line
    assert not Player.objects.exists() and not Round.objects.exists() and not Pairing.objects.exists()


def test_a_round_robin_run_here_is_written_as_one(world):
    round_robin = world.round_robin("Aronov", "Borisova", "Coen", published=3)
    tournament = read(trf_file(round_robin)).tournament
    assert tournament.round_robin and tournament.rounds_planned == 3
    assert [record.name for record in tournament.players.values()] == ["Aronov", "Borisova", "Coen"]
    assert "162" not in {record.code for record in tournament.records}


def test_the_file_twin_is_public_with_its_section(world, client):
    data = (DATA / "swiss" / "rtg_065_n8_r5.trf").read_bytes()
    created = section(world, data, slug="open", format="swiss", rounds_planned=9)
    address = f"/events/{world.event.slug}/{created.slug}.trf"
    assert client.get(address).status_code == 404
    type(world.event).objects.update(published=True)
    response = client.get(address)
    assert response.status_code == 200 and response.content == trf_file(created)
    assert response["Content-Disposition"].endswith('-open.trf"')
    assert client.get(address, HTTP_IF_NONE_MATCH=response["ETag"]).status_code == 304
    old = client.get(address + "?edition=16").content
    assert b"\r\nXXR 9\r\n" in old and b"\r\n142 " not in old
    # Checkers without editions of the system have their own file.
    older = client.get(address + "?for=checkers").content
    assert b"\r\n192 FIDE_DUTCH_2026\r\n" in response.content
    assert older == response.content.replace(b"FIDE_DUTCH_2026", b"FIDE_DUTCH")
    for wrong in ("?edition=7", "?for=others"):
        assert client.get(address + wrong).status_code == 404


def test_the_queries_do_not_grow_with_the_players(world):
    query_counts = []
    for name in ("rtg_065_n8_r5", "rtg_092_n40_r5"):
        section = world.section(format="swiss", rounds_planned=5)
        data = (DATA / "swiss" / f"{name}.trf").read_bytes()
        with CaptureQueriesContext(connection) as queries:
            import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
        query_counts.append(len(queries))
    # SQLite takes fewer rows at a time than the larger one has.
    assert query_counts[1] - query_counts[0] < 20 and query_counts[1] < 80


@pytest.mark.parametrize(
    ("scoring", "code"),
    [
        ({"pairing_bye": 4}, "bad_scoring_bye"),
        ({"full_bye": 3}, "bad_scoring_bye"),
        ({"win": 3, "draw": 2, "pairing_bye": 3}, "bad_scoring_draws"),
        ({"win": 6, "draw": 2, "pairing_bye": 6}, ""),
        ({"win": 6, "draw": 4, "loss": 2, "pairing_bye": 2}, ""),
        ({"pairing_bye": 1}, ""),
        ({}, ""),
    ],
)
def test_points_that_no_regulation_allows_are_refused(world, scoring, code):
    section = make_swiss(world, 2)
    for call in (
        lambda: Scoring.read(scoring).check_regular(),
        lambda: edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"scoring": scoring}),
        lambda: world.section(slug="made", format="swiss", rounds_planned=5, scoring=scoring),
    ):
        if not code:
            call()
            continue
        with refused(BadInput, code):
            call()


CHANGES: list[tuple[str, object, str]] = [
    ("scoring", {"win": 6, "draw": 2}, "scoring the usual => win=3.0 draw=1.0"),
    ("tiebreaks", ["BH", "SB"], "tie-breaks BH/C1,BH,SB,DE => BH,SB"),
    ("edition", "dutch-2017", "rules of pairing dutch-2026 => dutch-2017"),
    ("accelerated", True, "Baku acceleration off => on"),
    ("rounds_planned", 7, "rounds 5 => 7"),
    ("correction_rounds", 9, "rounds open to correction 2 => 9"),
]


@pytest.mark.long
@pytest.mark.parametrize(("field", "value", "message"), CHANGES)
def test_a_change_after_the_first_pairing_is_confirmed_logged_and_reported(world, field, value, message):
    section = leave_mode(world, make_swiss(world, 6))
    play_round(world, section, 1)
    common = {"actor": world.olga, "now": LATER, "section_id": section.pk, "changes": {field: value}}
    lines = Log.objects.count()
    for confirmed in ((), ("names", "slug")):
        with refused(Conflict, "settled_by_pairing", fields=[field]):
            edit_section(**common, confirmed=confirmed)
    assert Log.objects.count() == lines
    assert getattr(Section.objects.get(pk=section.pk), field) != value
    edit_section(**common, confirmed=[field])
    section.refresh_from_db()
    assert getattr(section, field) == value
    assert Log.objects.first().after["after_pairing"] == [field]
    assert f"### Configuration @ Round 1: {message}" in trf_file(section).decode()


def test_several_changes_are_confirmed_one_by_one(world):
    section = leave_mode(world, make_swiss(world, 6))
    pair(world, section, 1)
    changes = {"accelerated": True, "correction_rounds": 3, "names": {"en": "Other"}}
    common = {"actor": world.olga, "now": LATER, "section_id": section.pk, "changes": changes}
    with pytest.raises(Conflict) as excinfo:
        edit_section(**common, confirmed=["accelerated"])
    assert excinfo.value.detail["fields"] == ["accelerated", "correction_rounds"]
    edit_section(**common, confirmed=["accelerated", "correction_rounds"])
    assert "Configuration @ Round 1: Baku acceleration off => on; rounds open to" in trf_file(section).decode()


def test_changes_before_the_first_pairing_need_no_confirmation_or_report(world):
    section = make_swiss(world, 6)
    changes = {"tiebreaks": ["SB"], "accelerated": True, "edition": "dutch-2017"}
    world.do(edit_section, section_id=section.pk, changes=changes)
    play_round(world, section, 1)
    world.do(edit_section, LATER, section_id=section.pk, changes={"control": "90+30", "tracking": "sheets"})
    assert "### Configuration" not in trf_file(section).decode()


def test_a_report_with_invalid_points_is_imported_with_a_warning(world):
    section = world.section(format="swiss", rounds_planned=5)
    done = world.do(import_trf, section_id=section.pk, data=file("162  W 1.5    D 1.0", player(1), player(2)))
    assert "bad_scoring_draws" in [adjustment.message.code for adjustment in done.adjustments]


def entered(world: World, section: Section, name: str, **ratings: int) -> Registration:
    person = {"family_name": name, "ratings": ratings}
    return enter_person(actor=world.olga, now=NOW, section_id=section.pk, person=person)


def changed(world: World, section: Section, **changes: object) -> Section:
    return edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes=changes)


def rated(registration: Registration) -> tuple[int | None, str]:
    registration.refresh_from_db()
    return registration.rating, registration.rating_source


def test_a_rating_says_which_list_it_is_from_and_a_typed_one_that_it_was_typed(world):
    section = world.section(rating_kind="rapid")
    registration = entered(world, section, "Ivanov", standard=2100, rapid=2050)
    other = entered(world, section, "Petrov", standard=2000)
    assert rated(registration) == (2050, "rapid")
    assert rated(other) == (2000, "standard")
    edit_registration(actor=world.olga, now=NOW, registration_id=registration.pk, changes={"rating": 2222})
    assert rated(registration) == (2222, "typed")


def test_the_method_can_change_until_the_first_round_and_typed_ratings_stay(world):
    section = world.section()
    registration = entered(world, section, "Ivanov", standard=2100, RUS=2150)
    other = entered(world, section, "Petrov", RUS=1900)
    typed = entered(world, section, "Sidorov", standard=1500, RUS=1600)
    edit_registration(actor=world.olga, now=NOW, registration_id=typed.pk, changes={"rating": 1555})
    assert rated(other) == (None, "")
    changed(world, section, rating_method="HBFN", national_list="RUS")
    assert (rated(registration), rated(other)) == ((2150, "RUS"), (1900, "RUS"))
    assert rated(typed) == (1555, "typed")
    changed(world, section, rating_method="FIDON")
    assert rated(registration) == (2100, "standard")


def test_lists_are_asked_in_the_order_of_the_section(world):
    section = world.section(rating_order=["blitz", "CLUB"])
    assert rated(entered(world, section, "Ivanov", standard=2100, CLUB=1700)) == (1700, "CLUB")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rating_method": "NRO"}, "no_national_list"),
        ({"rating_method": "NRO", "national_list": "rus"}, "bad_rating_list"),
        ({"rating_order": ["no list"]}, "bad_rating_list"),
        ({"unrated": "rated"}, "no_unrated_rating"),
    ],
)
def test_a_method_without_what_it_asks_is_refused(world, changes, code):
    with refused(BadInput, code):
        changed(world, world.section(), **changes)


NATIONAL = "RUS    2 w    Sidorova, Vera                    2250 RUS        1234 1990/00/00"


def test_national_ratings_of_a_report_come_back(world):
    data = file("172 RUS  HBFN", player(1, "   2 w 1", rating="2300"), player(2, "   1 b 0", rating="2200"), NATIONAL)
    section = world.section(format="swiss", rounds_planned=3)
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
    assert "trf_record_left_out" not in [adjustment.message.code for adjustment in done.adjustments]
    section.refresh_from_db()
    assert (section.rating_method, section.national_list) == ("HBFN", "RUS")
    second = section.registrations.get(number=2)
    assert (rated(second), second.player.national_ids) == ((2250, "RUS"), {"RUS": "1234"})
    written = read(trf_file(section)).tournament
    (method,), (line,) = written.of(RankingMethod), written.of(NationalRecord)
    assert (method.federation, method.method) == ("RUS", "HBFN")
    assert (line.code, line.number, line.rating, line.fide_id) == ("RUS", 2, 2250, "1234")
    assert written.players[2].rating == 2200  # 001 keeps the rating of FIDE


def test_an_unknown_method_and_a_rating_without_a_player_are_reported(world):
    data = file("172 RUS  BEST", player(1, "   2 w 1"), player(2, "   1 b 0"), NATIONAL.replace("    2 w", "    7 w"))
    section = world.section(format="swiss", rounds_planned=3)
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
    codes = [adjustment.message.code for adjustment in done.adjustments]
    assert codes.count("trf_record_left_out") == 2


def four_players(world: World, third: str) -> Section:
    """Return a section ranked by the average rating of opponents, whose third player has the rating `third`."""
    data = file(
        "202 ARO",
        player(1, "   2 w 1", "   3 b 1", rating="2000"),
        player(2, "   1 b 0", "   4 w 1", rating="1800"),
        player(3, "   4 w 1", "   1 w 0", rating=third),
        player(4, "   3 b 0", "   2 b 0", rating="1500"),
    )
    section = world.section(format="swiss", rounds_planned=3, tiebreaks=["ARO"])
    import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data, confirmed=["trf_rounds_differ"])
    return section


def averages(section: Section) -> list[str]:
    rows = [view.row for view in standings_of(Section.objects.get(pk=section.pk)).rows]
    return [row.values[0].text if row.values and row.values[0] else "" for row in rows]


def test_unrated_opponents_count_as_the_section_has_it(world):
    section = four_players(world, "")
    assert averages(section) == ["", "", "", ""]
    for changes, expected in (
        ({"unrated": "rated", "unrated_rating": 1400}, "1600"),  # of 1800 and 1400
        ({"unrated": "skip"}, "1800"),
    ):
        world.do(edit_section, section_id=section.pk, changes=changes, confirmed={"unrated", "unrated_rating"})
        assert averages(section)[0] == expected


def test_a_rating_that_changes_counts_from_its_round_where_the_section_has_it_so(world):
    section = four_players(world, "1700")
    third = section.registrations.get(number=3)
    world.do(edit_registration, registration_id=third.pk, changes={"later_ratings": [[2, 1900]]})
    assert averages(section)[0] == "1750"
    world.do(edit_section, section_id=section.pk, changes={"later_ratings": "round"}, confirmed={"later_ratings"})
    assert averages(section)[0] == "1850"


@pytest.mark.parametrize("later", [[[1, 1900]], [[3, 1900], [2, 1800]], [[2, 9000]], [[2]], "2: 1900"])
def test_later_ratings_are_of_later_rounds_in_order(world, later):
    registration = entered(world, world.section(), "Ivanov")
    with pytest.raises(BadInput):
        world.do(edit_registration, registration_id=registration.pk, changes={"later_ratings": later})
