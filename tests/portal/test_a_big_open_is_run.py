"""An open with everything that happens in one, through the services: each round legal, and the report says the same."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from portal.demo.open_run import IllegalRound, OpenRun
from tavleya.actors import Actor
from tavleya.pairing.simulation import Chances
from tests.world import NOW
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db


def run(**options: object) -> str:
    out = StringIO()
    call_command("run_open", stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def boards(slug: str) -> list[tuple[object, ...]]:
    rows = Pairing.objects.filter(round__section__event__slug=slug).order_by("round__number", "board")
    return list(rows.values_list("round__number", "white__number", "black__number", "bye", "result"))


@pytest.mark.long
def test_every_round_of_an_open_is_legal_and_its_report_pairs_the_same(tmp_path) -> None:
    stored = tmp_path / "open.trf"
    completed = run(players=40, rounds=5, seed="spring", trf=stored)
    assert "5 rounds checked, 0 differ" in completed
    section = Section.objects.get(event__slug="open-spring")
    assert [row.status for row in section.rounds.all()] == ["closed"] * 5
    assert not section.event.published
    assert stored.read_bytes().count(b"\r\n001 ") == section.registrations.count()
    # No points are lost: the points of each player equal the sum of their crosstable row.
    points = sum(row.row.points for row in standings_of(section).rows)
    games = [row for row in boards("open-spring") if not row[3]]
    count = sum({"1-0": 2, "0-1": 2, "1/2-1/2": 2, "+/-": 2, "-/+": 2, "-/-": 0}[str(row[4])] for row in games)
    byes = {"pairing_allocated": 2, "full": 2, "half": 1, "zero": 0}
    assert points == count + sum(byes[str(row[3])] for row in boards("open-spring") if row[3])


@pytest.mark.long
def test_the_same_seed_brings_the_same_tournament() -> None:
    for slug in ("one", "two"):
        run(players=24, rounds=3, seed="again", slug=slug)
    run(players=24, rounds=3, seed="otherwise", slug="three")
    assert boards("one") == boards("two") != boards("three")


@pytest.mark.long
def test_people_come_late_leave_ask_for_byes_and_do_not_appear() -> None:
    often = Chances(forfeit=0.2, half_bye=0.1, zero_bye=0.1, full_bye=0.05, withdrawal=0.5, late=0.2)
    section = OpenRun(Actor.of_system("tests"), NOW, slug="busy", players=30, rounds=4, seed="3", chances=often).run()
    assert Registration.objects.filter(section=section, from_round__gt=1).exists()
    assert Registration.objects.filter(section=section, status="withdrawn").exists()
    assert set(RequestedBye.objects.values_list("kind", flat=True)) == {"half", "zero", "full"}
    assert {"+/-", "-/+"} & {str(row[4]) for row in boards("busy")}


def test_a_round_that_is_not_legal_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    open_run = OpenRun(Actor.of_system("tests"), NOW, slug="wrong", players=8, rounds=2, seed="1", chances=Chances())
    publish = OpenRun._check

    def seat_the_same_again(run: OpenRun, row: object) -> None:
        number = row.number
        if number == 2:
            first = Pairing.objects.filter(round__number=1, round__section=run.section, bye="").first()
            Pairing.objects.filter(round=row).delete()
            Pairing.objects.create(round=row, board=1, white=first.black, black=first.white)
        publish(run, row)

    monkeypatch.setattr(OpenRun, "_check", seat_the_same_again)
    with pytest.raises(IllegalRound, match="have met before"):
        open_run.run()


@pytest.mark.long
def test_publishing_and_results_take_no_more_queries_where_there_are_more_boards() -> None:
    """Figures of the command itself: per round, whatever the number of boards, and per result."""
    few, many = (
        {
            name: float(each)
            for name, each in re.findall(
                r"^(round published|round paired|result entered) .* (\S+)$",
                run(players=players, rounds=2, seed="9", quiet_players=True, slug=f"q{players}"),
                re.MULTILINE,
            )
        }
        for players in (10, 80)
    )
    assert many["round published"] <= few["round published"] + 6
    assert many["round paired"] <= few["round paired"] + 6
    assert many["result entered"] == few["result entered"] <= 17


def test_invalid_options_are_refused_with_a_message() -> None:
    with pytest.raises(CommandError, match="From 2 to"):
        run(players=1, rounds=3)
    run(players=6, rounds=2, seed="x")
    with pytest.raises(CommandError, match="“open-x”"):
        run(players=6, rounds=2, seed="x")
    assert Event.objects.filter(slug="open-x").count() == 1
