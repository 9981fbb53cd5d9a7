"""Settings that the first pairing fixes, ratings that rank players, and unrated players in tie-breaks."""

import pytest

from reports.selectors.tournament_report import trf_file
from reports.services.importing import import_trf
from tavleya.errors import BadInput, Conflict
from tavleya.formats.trf import read
from tavleya.formats.trf.records import NationalRecord, RankingMethod
from tavleya.tiebreaks.table import Scoring
from tests.tavleya.formats.samples import file, player
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import leave_mode, make_swiss, pair, play_round
from tournaments.models.activity import Log
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.entries import enter_person
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import edit_registration

pytestmark = pytest.mark.django_db


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
        with raises_code(BadInput, code):
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
        with pytest.raises(Conflict) as excinfo:
            edit_section(**common, confirmed=confirmed)
        assert (excinfo.value.code, excinfo.value.detail["fields"]) == ("settled_by_pairing", [field])
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
    common = {
        "actor": world.olga, "now": LATER, "section_id": section.pk,
        "changes": {"accelerated": True, "correction_rounds": 3, "names": {"en": "Other"}},
    }  # fmt: skip
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
    with raises_code(BadInput, code):
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
    """A section by average rating of opponents, whose third player has the given rating."""
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


def test_unrated_opponents_count_as_the_section_has_it(world):
    section = four_players(world, "")

    def averages(**changes: object) -> list[str]:
        second = changed(world, section, **changes) if changes else section
        view = standings_of(second)
        return [str(row.row.values[0].text) if row.row.values else "" for row in view.rows]

    confirmed = {"unrated", "unrated_rating"}
    assert averages() == ["", "", "", ""]
    for changes, expected in (
        ({"unrated": "rated", "unrated_rating": 1400}, "1600"),  # of 1800 and 1400
        ({"unrated": "skip"}, "1800"),
    ):
        edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes=changes, confirmed=confirmed)
        section.refresh_from_db()
        assert averages()[0] == expected


def test_a_rating_that_changes_counts_from_its_round_where_the_section_has_it_so(world):
    section = four_players(world, "1700")
    third = section.registrations.get(number=3)
    world.do(edit_registration, registration_id=third.pk, changes={"later_ratings": [[2, 1900]]})

    def average() -> str:
        row = standings_of(Section.objects.get(pk=section.pk)).rows[0].row
        assert row.values[0] is not None
        return row.values[0].text

    assert average() == "1750"
    world.do(edit_section, section_id=section.pk, changes={"later_ratings": "round"}, confirmed={"later_ratings"})
    assert average() == "1850"


@pytest.mark.parametrize("later", [[[1, 1900]], [[3, 1900], [2, 1800]], [[2, 9000]], [[2]], "2: 1900"])
def test_later_ratings_are_of_later_rounds_in_order(world, later):
    registration = entered(world, world.section(), "Ivanov")
    with pytest.raises(BadInput):
        world.do(edit_registration, registration_id=registration.pk, changes={"later_ratings": later})
