"""FIDE's rating list: both forms, streamed, all or nothing; found again by name in any script and by number."""

import io
import zipfile
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command

from ratings.models import RatedPlayer, RatingList
from ratings.selectors.rated import find_rated
from ratings.services.rating_list import import_rating_list, listed_person
from tavleya.actors import Actor
from tavleya.errors import BadInput, ImportRefused, NotFound
from tavleya.formats.rating_list import Skipped, read_list
from tests.tournaments.conftest import World, raises_code
from tournaments.services.players import add_player

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
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


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("Carlsen", [1503014]),
        ("Карлсен Магнус", [1503014]),
        ("magnus karlsen", [1503014]),
        ("магнус", [1503014]),
        ("1503014", [1503014]),
        ("Музичук", [14109603]),
        ("Lagrave", [24116068]),
        ("Прагнанандха", [5202213]),
        ("i", [34100001]),
        ("nobody", []),
        ("", []),
        ("99999999999999999999", []),
    ],
)
def test_players_are_found_by_name_in_any_script_and_by_number(query, numbers):
    imported(*SAMPLE)
    assert [item.fide_id for item in find_rated(query)] == numbers


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


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff\xfe", b"Name;Rating\nCarlsen;2839\n", b"<html></html>", b"<playerslist><player>"]
)
def test_an_invalid_list_is_refused_and_the_old_list_kept(data):
    imported(*SAMPLE)
    with pytest.raises(BadInput):
        import_rating_list(actor=SYSTEM, now=NOW, source=io.BytesIO(data))
    assert RatedPlayer.objects.count() == 5


def test_a_list_that_is_mostly_nonsense_is_refused_and_the_old_list_stays():
    imported(*SAMPLE)
    with raises_code(ImportRefused, "rating_list_refused") as excinfo:
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
    list_ = next(read_list(io.BytesIO(f"{header}\n{row}\n".encode()), pace="blitz"))
    assert [dict(item) for item in (list_.ratings, list_.games, list_.ks)] == [
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
    player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, **listed_person(14109603))
    assert (player.family_name, player.given_name) == ("Muzychuk", "Anna")
    assert (player.title, player.sex) == ("GM", "f")
    assert player.ratings == {"standard": 2520, "blitz": 2480}
    with pytest.raises(NotFound):
        listed_person(1)
