"""FIDE's rating list: both forms, all or nothing; found again; former values are kept; the report of a section."""

import io
import zipfile
from datetime import UTC, date, datetime

import pytest
from django.core.management import CommandError, call_command

from ratings.models import FormerRating, RatedPlayer, RatingList
from ratings.selectors.federation import UnratedReason, rating_report
from ratings.selectors.norms import former_ratings, list_day
from ratings.selectors.rated import changes_from_list, find_rated
from ratings.services.player_lists import enter_rated
from ratings.services.rating_jobs import import_own_list
from ratings.services.rating_list import import_rating_list, listed_person
from reports.services.importing import import_trf
from tavleya.actors import Actor
from tavleya.errors import BadInput, ImportRefused, NotFound
from tavleya.formats.rating_list import PACES, Skipped, read_list
from tests.refusals import refused
from tests.tavleya.formats.samples import EXERCISE
from tests.tournaments.conftest import NOW, World
from tests.tournaments.swiss import make_swiss, pair, publish
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.events import edit_event
from tournaments.services.players import add_player
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db

SYSTEM = Actor.of_system("tests")
HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)


def line(number: object, name: str, *, sex="M", title="", women="", ratings=(0, 0, 0), born=0, flag="") -> str:
    paces = "".join(f"{rating or '':<6}{'':<4}{20 if rating else '':<3}" for rating in ratings)
    return f"{number:<15}{name:<61}{'NOR':<4}{sex:<4}{title:<5}{women:<5}{'':<15}{'':<4}{paces}{born:<6}{flag:<4}"


def text(*lines: str) -> io.BytesIO:
    return io.BytesIO("\r\n".join([HEADER, *lines, ""]).encode())


SAMPLE = (
    line(1503014, "Carlsen, Magnus", title="GM", ratings=(2839, 2824, 2881), born=1990),
    line(14109603, "Muzychuk, Anna", sex="F", title="GM", women="WGM", ratings=(2520, 0, 2480), born=1990),
    line(24116068, "Vachier-Lagrave, Maxime", title="GM", ratings=(2700, 0, 0), born=1990, flag="i"),
    line(5202213, "Praggnanandhaa R", ratings=(2740, 0, 0), born=2005),
    line(34100001, "Ivanov, Ivan", born=2012),
)


def imported(*lines: str):
    return import_rating_list(actor=SYSTEM, now=NOW, source=text(*lines))


def test_each_column_comes_in():
    assert imported(*SAMPLE).players == 5
    carlsen = RatedPlayer.objects.get(pk=1503014)
    assert (carlsen.name, carlsen.federation) == ("Carlsen, Magnus", "NOR")
    assert (carlsen.sex, carlsen.title) == ("m", "GM")
    assert carlsen.ratings == {"standard": 2839, "rapid": 2824, "blitz": 2881}
    assert (carlsen.ks["standard"], carlsen.birth_year, carlsen.active) == (20, 1990, True)
    assert not RatedPlayer.objects.get(pk=24116068).active
    assert RatedPlayer.objects.get(pk=34100001).ratings == {}
    assert RatingList.objects.get().players == 5


@pytest.mark.parametrize(("query", "numbers"), [
    ("Carlsen", [1503014]), ("Карлсен Магнус", [1503014]), ("magnus karlsen", [1503014]), ("магнус", [1503014]),
    ("1503014", [1503014]), ("Музичук", [14109603]), ("Lagrave", [24116068]), ("Прагнанандха", [5202213]),
    ("i", [34100001]), ("nobody", []), ("", []), ("99999999999999999999", []),
])  # fmt: skip
def test_players_are_found_by_name_in_any_script_and_by_number(query, numbers):
    imported(*SAMPLE)
    assert [player.fide_id for player in find_rated(query)] == numbers


def test_a_new_list_takes_the_place_of_the_old_one():
    imported(*SAMPLE)
    imported(SAMPLE[0])
    assert RatedPlayer.objects.count() == 1
    assert RatingList.objects.get().players == 1


def test_lines_without_a_player_are_skipped_and_reported():
    done = imported(SAMPLE[0], "nonsense", line("", "Nameless"), SAMPLE[0], line(7, ""))
    assert (done.players, done.skipped) == (1, 4)
    codes = {problem.line: problem.message.code for problem in done.problems}
    assert codes == {**dict.fromkeys((3, 4, 6), "no_player_on_line"), None: "fide_id_again"}


INVALID = [b"", b"\x00\xff\xfe", b"Name;Rating\nCarlsen;2839\n", b"<html></html>", b"<playerslist><player>"]


@pytest.mark.parametrize("data", INVALID)
def test_an_invalid_list_is_refused_and_the_old_list_kept(data):
    imported(*SAMPLE)
    with pytest.raises(BadInput):
        import_rating_list(actor=SYSTEM, now=NOW, source=io.BytesIO(data))
    assert RatedPlayer.objects.count() == 5


def test_a_list_that_is_mostly_nonsense_is_refused_and_the_old_list_stays():
    imported(*SAMPLE)
    with refused(ImportRefused, "rating_list_refused") as excinfo:
        imported(SAMPLE[0], *(["nonsense"] * 1001))
    assert len(excinfo.value.problems) == 50
    with pytest.raises(ImportRefused):
        imported()
    assert RatedPlayer.objects.count() == 5


def test_xml_says_the_same():
    document = b"""<?xml version="1.0"?><playerslist>
    <player><fideid>1503014</fideid><name>Carlsen, Magnus</name><country>NOR</country><sex>M</sex><title>GM</title>
    <w_title></w_title><o_title/><foa_title/><rating>2839</rating><games>0</games><k>10</k>
    <rapid_rating>2824</rapid_rating><rapid_games>0</rapid_games><rapid_k>10</rapid_k><blitz_rating/>
    <birthday>1990</birthday><flag>i</flag></player>
    <player><fideid>x</fideid><name>Nobody</name></player></playerslist>"""
    first, second = read_list(io.BytesIO(document))
    assert (first.fide_id, first.name, first.federation) == (1503014, "Carlsen, Magnus", "NOR")
    assert (first.sex, first.title, first.birth_year, first.active) == ("m", "GM", 1990, False)
    assert (dict(first.ratings), first.ks["rapid"]) == ({"standard": 2839, "rapid": 2824}, 10)
    assert isinstance(second, Skipped) and second.line == 2


def test_a_list_of_one_pace_heads_its_ratings_with_the_month():
    columns = (
        ("ID Number", 15, 1503014), ("Name", 31, "Carlsen, Magnus"), ("Fed", 4, "NOR"), ("Sex", 4, "M"),
        ("Tit", 5, "GM"), ("NOV26", 6, 2881), ("Gms", 4, 9), ("K", 3, 10), ("B-day", 6, 1990), ("Flag", 4, ""),
    )  # fmt: skip
    header = "".join(heading.ljust(width) for heading, width, _ in columns)
    row = "".join(str(value).ljust(width) for _, width, value in columns)
    player = next(read_list(io.BytesIO(f"{header}\n{row}\n".encode()), pace="blitz"))
    assert [dict(values) for values in (player.ratings, player.games, player.ks)] == [
        {"blitz": value} for value in (2881, 9, 10)
    ]


def test_the_command_takes_a_file_or_a_zip(tmp_path):
    path = tmp_path / "players_list.txt"
    path.write_bytes(text(*SAMPLE).getvalue())
    packed = tmp_path / "players_list.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(path, "players_list.txt")
    for file in (path, packed):
        out = io.StringIO()
        call_command("import_rating_list", str(file), stdout=out, stderr=io.StringIO())
        assert out.getvalue().startswith("5 players, 0 lines passed over")
    path.write_text("nothing")
    for file in (path, tmp_path / "missing.txt"):
        with pytest.raises(CommandError):
            call_command("import_rating_list", str(file))


def test_a_player_of_the_list_is_added_to_an_event_with_what_it_knows():
    imported(*SAMPLE)
    world = World()
    player = world.do(add_player, event_id=world.event.pk, **listed_person(14109603))
    assert (player.family_name, player.given_name, player.title, player.sex) == ("Muzychuk", "Anna", "GM", "f")
    assert player.ratings == {"standard": 2520, "blitz": 2480}
    with pytest.raises(NotFound):
        listed_person(1)


ON = date(2026, 11, 20)


def test_games_over_the_board_change_ratings_and_the_list_gives_k(django_assert_num_queries):
    world = World()
    section = world.section(format="free")
    import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=EXERCISE.read_bytes())
    with django_assert_num_queries(3):
        lines = {row.registration.number: row.line for row in rating_report(section, on=ON)}
    # Nick (12, rated 1650) lost once to 2050 and also has byes and a forfeit win: .08 expected, K 20.
    assert (lines[12].games, lines[12].points, lines[12].performance) == (1, 0, 1250)
    assert lines[12].change is not None
    assert (lines[12].change.hundredths, lines[12].change.whole) == (-160, -2)
    # Bruno (2) met 1750, 1900, 2200, 1450 and 2100: .92, .81, .43, .92 (limited), .57 expected of 4.
    assert lines[2].change is not None
    assert [game.expected for game in lines[2].change.games] == [92, 81, 43, 92, 57]
    assert lines[2].change.whole == 7
    assert (lines[2].performance, lines[2].perfect) == (2120, 2216)

    registration = Registration.objects.get(section=section, number=12)
    registration.player.fide_id = 7001
    registration.player.save()
    RatedPlayer.objects.create(fide_id=7001, name="Nick", standard=1650, standard_k=40, search_key="", family_key="")
    report_row = next(row for row in rating_report(section, on=ON) if row.registration.number == 12)
    assert report_row.line.change is not None and report_row.line.change.k == 40


def test_a_game_of_less_than_a_move_counts_for_points_and_is_not_rated():
    world = World()
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    for board, result in enumerate(("W-L", "D-D"), start=1):
        pairing = round_.pairings.get(board=board)
        enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result=result)
    table = {row.registration.number: (row.row.points, row.row.played) for row in standings_of(section).rows}
    assert table == {1: (2, 1), 3: (0, 1), 2: (1, 1), 4: (1, 1)}
    for row in rating_report(section, on=ON):
        assert (row.line.games, [game.why for game in row.not_rated]) == (0, [UnratedReason.SHORT])


SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER = (datetime(2026, month, 2, tzinfo=UTC) for month in (9, 10, 11, 12))


def fide(at: datetime, **ratings: tuple[int, int, int]) -> None:
    """Import a list of players, who are named by their numbers (`p1`, `p2` …)."""
    lines = (line(int(name[1:]), f"Player, {name}", ratings=three) for name, three in ratings.items())
    import_rating_list(actor=SYSTEM, now=at, source=text(*lines))


def own(at: datetime, ratings: str, valid_from: date | None = None) -> None:
    lines = io.BytesIO(f"No;Rating\n{ratings}".encode())
    import_own_list(actor=SYSTEM, now=at, source=lines, name="RUS", valid_from=valid_from)


def on(day: date, number: str, source: str = "standard") -> object:
    """Return the stored rating of the day, or `now` if it has not changed since."""
    return former_ratings(day, [*PACES, "RUS"], [number]).get((source, number), "now")


def test_only_what_a_new_list_says_otherwise_is_kept():
    fide(OCTOBER, p1=(2500, 2400, 0), p2=(2300, 0, 0), p3=(2000, 0, 0))
    assert not FormerRating.objects.exists(), "of the first list there is nothing before"
    fide(NOVEMBER, p1=(2510, 2400, 0), p2=(2300, 0, 0), p4=(1500, 0, 0))
    rows = FormerRating.objects.values_list("source", "number", "rating", "until")
    assert sorted(rows, key=str) == [
        ("standard", "1", 2500, date(2026, 11, 1)),
        ("standard", "3", 2000, date(2026, 11, 1)),
        ("standard", "4", None, date(2026, 11, 1)),
    ]


def test_the_rating_of_a_day_is_that_of_the_list_that_held_then():
    fide(SEPTEMBER, p1=(2400, 0, 0), p2=(2000, 0, 0))
    fide(OCTOBER, p1=(2410, 0, 0), p2=(2000, 0, 0))
    fide(DECEMBER, p1=(2430, 0, 0), p2=(2020, 0, 0))
    assert [on(date(2026, 9, 30), "1"), on(date(2026, 10, 1), "1"), on(date(2026, 12, 1), "1")] == [2400, 2410, "now"]
    assert [on(date(2026, 9, 30), "2"), on(date(2026, 12, 1), "2")] == [2000, "now"]


def test_a_second_list_of_a_month_does_not_change_what_held_before_the_month():
    fide(OCTOBER, p1=(2400, 0, 0))
    fide(NOVEMBER, p1=(2410, 0, 0))
    fide(NOVEMBER, p1=(2415, 0, 0))
    assert on(date(2026, 10, 28), "1") == 2400
    assert on(date(2026, 11, 1), "1") == "now"


def test_lists_of_federations_are_kept_too_from_the_day_that_is_named():
    own(OCTOBER, "1;1800\n2;1700\n")
    own(NOVEMBER, "1;1850\n2;1700\n3;1500\n", valid_from=date(2026, 11, 15))
    assert [on(date(2026, 11, 14), number, "RUS") for number in "123"] == [1800, "now", None]
    assert on(date(2026, 11, 15), "1", "RUS") == "now"


def test_unused_former_ratings_are_deleted():
    fide(OCTOBER, p1=(2400, 0, 0))
    fide(NOVEMBER, p1=(2410, 0, 0))
    fide(datetime(2028, 1, 2, tzinfo=UTC), p1=(2420, 0, 0))
    assert [former_rating.until for former_rating in FormerRating.objects.all()] == [date(2028, 1, 1)]


def dated_section(world: World, first: date | None, last: date | None) -> Section:
    world.do(edit_event, event_id=world.event.pk, changes={"starts_on": first, "ends_on": last})
    return world.section(slug="dated")


@pytest.mark.parametrize(
    ("first", "last", "day"),
    [
        (None, None, None),
        (date(2026, 11, 21), None, None),
        (date(2026, 10, 28), date(2026, 11, 22), date(2026, 10, 28)),
        (date(2026, 10, 1), date(2026, 12, 22), None),
    ],
)
def test_an_event_goes_by_its_first_day_and_one_of_more_than_thirty_by_today(world, first, last, day):
    section = dated_section(world, first, last)
    assert list_day(section.event, NOW.date()) == day


def test_ratings_are_compared_with_the_list_of_the_first_day(world):
    fide(OCTOBER, p1=(2500, 0, 0), p2=(2300, 0, 0))
    section = dated_section(world, date(2026, 10, 28), date(2026, 11, 22))
    registration = enter_rated(actor=world.olga, now=OCTOBER, section_id=section.pk, fide_id=1)
    fide(NOVEMBER, p1=(2510, 0, 0), p2=(2290, 0, 0))
    assert changes_from_list(section, NOW.date()) == []
    other = enter_rated(actor=world.olga, now=NOW, section_id=section.pk, fide_id=2)
    assert (registration.rating, other.rating) == (2500, 2300), "late entrants are rated by the same list"
    registration.player.ratings = {"standard": 2490}
    registration.player.save()
    type(registration).objects.filter(pk=registration.pk).update(rating=2490)
    [change] = changes_from_list(section, NOW.date())
    assert (change.rating_before, change.rating_after) == (2490, 2500)
