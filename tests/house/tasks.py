"""Common tasks of a contributor, performed in a copy of the project, and the number of files that each touches.

A task is what its author writes by hand: lines inserted into files, new files, and a test of what follows from them.
Catalogues, the client and migrations are written by commands and not counted.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests import template
from tests.paths import ROOT

#: Seconds until a test of a task is given up.
LIMIT = 300


class TaskFailed(Exception):
    """An insertion found no place, or the test of the task failed; the text says which."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One task: `insertions` are (path, line to insert after, text), `most` is the promised number of files.

    `commands` are those of `manage.py` that write the rest.
    """

    name: str
    most: int
    insertions: tuple[tuple[str, str, str], ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
    test: str

    @property
    def touched(self) -> frozenset[str]:
        """Paths of all files that are written by hand."""
        return frozenset({path for path, _, _ in self.insertions} | self.files.keys())


def perform(task: Task, folder: Path) -> None:
    """Perform a task in a copy of the project at `folder` and run its test.  Raises: TaskFailed.

    In the same place unchanged files, whose times are kept too, are compiled once.
    """
    shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if not (ROOT / name).is_file():
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    for path, anchor, text in task.insertions:
        before = (folder / path).read_text()
        if before.count(anchor) != 1:
            raise TaskFailed(f"{task.name}: {path} has {before.count(anchor)} times {anchor!r}")
        (folder / path).write_text(before.replace(anchor, anchor + text))
    for path, text in task.files.items():
        (folder / path).write_text(text)
    test = folder / "tests" / "test_task.py"
    test.write_text(task.test)
    # Without the servers of this session, whose databases have none of the task's tables.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "TAVLEYA_", "DATABASE_", "REDIS_", "CI"))
    }
    migrated = template.prepared("sqlite")  # a task that adds a migration applies only that
    environment |= {
        "TAVLEYA_TEST_SERVERS": "0",
        "TAVLEYA_TEST_SQLITE": str(migrated / template.SQLITE) if migrated else "",
        "TAVLEYA_VAR": str(folder / "var"),
    }
    commands = [["manage.py", *command.split()] for command in task.commands]
    for command in (*commands, ["-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", str(test)]):
        done = subprocess.run(
            [sys.executable, *command], cwd=folder, env=environment, check=False, capture_output=True,
            text=True, timeout=LIMIT,
        )  # fmt: skip
        if done.returncode:
            raise TaskFailed(f"{task.name}:\n{done.stdout[-4000:]}{done.stderr[-2000:]}")


TIE_BREAK = Task(
    name="a tie-break",
    most=2,
    insertions=(
        (
            "tavleya/tiebreaks/own.py",
            "        return encounter.points == table.scoring.win\n\n\n",
            '''class Kashdan(SumTieBreak):
    """OTHER_KASHDAN: 4 for a game won, 2 drawn, 1 lost, 0 unplayed (US Chess, rule 34E9)."""

    name, article, label = "OTHER_KASHDAN", "", N_("Kashdan")

    def parts(self, table: Table, participant: Participant) -> tuple[Contribution, ...]:
        values = {table.scoring.win: 4, table.scoring.draw: 2}
        return tuple(
            Contribution(encounter.round, encounter.opponent, values.get(encounter.points, 1), source_of(encounter))
            for encounter in participant.encounters
            if _as_game(table, encounter)
        )


''',
        ),
        ("tavleya/tiebreaks/registry.py", "        own.Wins,\n", "        own.Kashdan,\n"),
    ),
    test="""
import pytest
from django.test import Client
from tavleya.record.results import Result
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.results import enter_result
from tournaments.services.section_settings import edit_section

@pytest.mark.django_db
def test_the_table_has_the_tie_break():
    world = World(tracking="result")
    change = {"tiebreaks": ["OTHER_KASHDAN"]}
    edit_section(actor=world.olga, now=NOW, section_id=world.section.pk, changes=change, confirmed=["tiebreaks"])
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result=Result.WHITE_WINS)
    words = page_of(Client().get("/events/spring-cup/open/standings/")).words
    assert "Kashdan" in words and "1Alice114 2Bob101" in words, words
""",
)

RULING = Task(
    name="a ruling",
    most=4,
    insertions=(
        ("tavleya/law/kinds.py", "        conduct.SCORE_KIND,\n", "        spectators.KIND,\n"),
        ("tavleya/law/kinds.py", "    quickplay,\n", "    spectators,\n"),
        (
            "tavleya/law/messages.py",
            "SENTENCES = {\n",
            '    "a_spectator_interfered": N_("A spectator interfered with the game."),\n',
        ),
    ),
    files={
        "tavleya/law/spectators.py": '''"""Interference of a spectator with a game."""

from __future__ import annotations

from tavleya.law.facts import RESUME, FactKind, fact
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy
from tavleya.law.ruling_kind import Case, Group, RulingKind, decision, going_on
from tavleya.messages import N_, label


def interference(case: Case) -> Remedy:
    """Expel the spectator; neither player is penalised and play continues."""
    return case.remedy("", (decision(case, "spectator", ""), *going_on(case)), say("a_spectator_interfered"))


KIND = RulingKind(
    key="spectator",
    name=label("ruling_spectator", N_("Interference by a spectator")),
    group=Group.CONDUCT,
    facts=(RESUME, fact("reason", FactKind.TEXT, N_("what happened"))),
    decide=interference,
)
'''
    },
    test="""
import pytest
from arbiter.services.ruling import rule
from django.contrib.auth import get_user_model
from django.urls import reverse
from tests.world import World, later

@pytest.mark.django_db
def test_it_is_in_the_menu_and_is_made(client):
    world = World()
    game = world.started()
    client.force_login(get_user_model().objects.get(username="artur"))
    page = client.get(reverse("board-ruling", args=["spring-cup", game.pk]) + "?kind=spectator").content.decode()
    assert "Interference by a spectator" in page and "what happened" in page.lower()
    facts = {"reason": "shouted a move"}
    ruling = rule(actor=world.artur, now=later(minutes=1), game_id=game.pk, kind="spectator", facts=facts)
    assert ruling.kind == "spectator"
""",
)

SYSTEM = Task(
    name="a pairing system",
    most=5,
    insertions=(
        ("tavleya/pairing/engines.py", "BY_EDITION = {\n    engine.edition: engine for engine in (", "RANDOM, "),
        (
            "tavleya/pairing/engines.py",
            "    why=Explanations(team_swiss.TeamRound),\n)\n",
            """RANDOM = Engine(
    "tavleya-random 1",
    "random",
    "random",
    lambda state, options, progress: random_pairing.pair(state),
    legality.check_ladder,
    colour_drawn=False,
)
""",
        ),
        ("tavleya/pairing/engines.py", "legality, lim, ", "random_pairing, "),
        ("tournaments/systems/registry.py", "        KEIZER,\n", "        RANDOM,\n"),
        (
            "tournaments/systems/registry.py",
            "from tournaments.systems.swiss import SWISS\n",
            "from tournaments.systems.random import RANDOM\n",
        ),
        (
            "static/img/systems.svg",
            '<svg xmlns="http://www.w3.org/2000/svg">\n',
            '  <symbol id="random" viewBox="0 0 96 60"><rect x="26" y="8" width="44" height="44"/></symbol>\n',
        ),
    ),
    files={
        "tavleya/pairing/random_pairing.py": '''"""Random pairings, the same for the same state."""

from __future__ import annotations

import random

from tavleya.pairing.state import Pair, RoundPairing, SwissState


def pair(state: SwissState) -> RoundPairing:
    """Pair all present players at random; the last one has the bye if their number is odd."""
    numbers = [player.number for player in state.present]
    random.Random(len(state.players[0].rounds)).shuffle(numbers)
    bye = numbers.pop() if len(numbers) % 2 else None
    pairs = tuple(Pair(*numbers[at : at + 2]) for at in range(0, len(numbers), 2))
    return RoundPairing(pairs, bye, "random")
''',
        "tournaments/systems/random.py": '''"""Random pairings."""

from tavleya.messages import N_
from tavleya.pairing import engines
from tournaments.systems.base import Method, PairingMode, Report, System

RANDOM = System(
    "random",
    N_("Random"),
    PairingMode.BY_ROUND,
    Report("Individual: Random", "CUSTOM_RANDOM"),
    methods=(Method("random", N_("Random pairing")),),
    engines={engines.RANDOM.edition: engines.RANDOM},
    tiebreaks=("WIN",),
    summary=N_("Everybody meets somebody, by lot."),
)
''',
    },
    test="""
import pytest
from django.contrib.auth import get_user_model
from tests.tournaments.conftest import World
from tests.tournaments.swiss import make_swiss, play_round
from tournaments.models.pairing import Pairing

@pytest.mark.django_db
def test_a_section_is_set_up_and_three_rounds_are_paired(client):
    world = World()
    client.force_login(get_user_model().objects.get(username="olga"))
    assert "Random" in client.get(f"/desk/{world.event.slug}/new-section/").content.decode()
    section = make_swiss(world, 7, format="random", rounds_planned=3)
    for number in (1, 2, 3):
        play_round(world, section, number)
    assert Pairing.objects.filter(round__section=section, black__isnull=False).count() == 9
""",
)

MESSAGE = Task(
    name="a message to programs",
    most=1,
    insertions=(
        (
            "tournaments/kinds.py",
            "from tournaments.registry import Kind\n",
            """from tournaments.registry import Telling


def _closed(lines):
    return {line.pk: {"round": line.after["round"]} for line in lines}


""",
        ),
        (
            "tournaments/kinds.py",
            'ROUND_CLOSED = Kind("round.closed", N_("Round closed"), ',
            'outside=Telling(webhook="round.closed", bodies=_closed), ',
        ),
    ),
    test="""
import json
import pytest
from notifications.models import Delivery
from notifications.services.due_lines import spread_lines
from tests.tournaments.receivers import listen
from tests.world import NOW, World
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round

@pytest.mark.django_db
def test_a_program_hears_that_a_round_was_closed():
    world = World(tracking="result")
    listen(world, "https://receiver.test/", "round.closed")
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    close_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    spread_lines(NOW)
    (message,) = Delivery.objects.filter(kind="round.closed")
    assert json.loads(message.body)["round"] == 1
""",
)

FIELD = Task(
    name="a field",
    most=2,
    insertions=(
        (
            "tournaments/models/player.py",
            '    club = use(models.CharField(max_length=120, blank=True), OWN, N_("club"), export=True)\n',
            '    school = use(models.CharField(max_length=80, blank=True), OWN, N_("school"), export=True)\n',
        ),
        ("tavleya/formats/headings.py", '    CLUB = "club"\n', '    SCHOOL = "school"\n'),
        ("tavleya/formats/headings.py", '    Column.CLUB: N_("a club"),\n', '    Column.SCHOOL: N_("a school"),\n'),
        ("tavleya/formats/headings.py", "Column.CLUB: 120", ", Column.SCHOOL: 80"),
        ("tavleya/formats/headings.py", "_HEADINGS = {\n", '    Column.SCHOOL: "school",\n'),
    ),
    commands=("makemigrations tournaments", "write_client"),
    test="""
import io
import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from ratings.selectors.player_lists import Again, ListAsked
from ratings.services.player_lists import import_players
from tavleya.actors import Actor
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.services.events import edit_event
from tournaments.services.sections import create_section
from tournaments.services.tokens import issue_token
from transfer.services.eventfile.importing import import_event
from transfer.services.eventfile.writing import write_file
from transfer.services.rehearsals import rehearse_event
from transfer.services.rehearsals import repeat_event
from upkeep.privacy.erasure import erase_players
from upkeep.privacy.views import export_person
from upkeep.privacy.people import Person

@pytest.mark.django_db
def test_the_field_goes_everywhere(client):
    assert "school" in Path("clients/python/tavleya_client/shapes.py").read_text()
    world = World(tracking="result")
    event, by = world.event, {"actor": world.olga, "now": NOW}
    section = create_section(
        **by, event_id=event.pk, slug="main", names={"en": "A"}, game="chess", regime="fide-2023", format="round_robin"
    )

    def school(of=event):
        return Player.objects.get(event=of, family_name="Tal").school

    for again, value in ((ListAsked(), "No 1"), (ListAsked(again=Again.UPDATE), "No 2")):
        data = f"Name;FIDE ID;School\\nTal, Mikhail;4100018;{value}\\n"
        import_players(**by, event_id=event.pk, section_id=section.pk, data=data, asked=again)
        assert school() == value
    player = Player.objects.get(family_name="Tal")

    client.force_login(get_user_model().objects.get(username="olga"))
    page = "/desk/spring-cup/main/players/1/"
    html = client.get(page).content.decode()
    assert 'name="school"' in html and 'value="No 2"' in html and "School" in html
    form = {"family_name": "Tal", "given_name": "Mikhail", "number": 1, "school": "No 3"}
    client.post(page, form)
    assert school() == "No 3"
    log = client.get("/desk/spring-cup/log/").content.decode()
    assert "school" in log.lower() and "No 3" in log

    edit_event(**by, event_id=event.pk, changes={"published": True})
    _, secret = issue_token(**by, event_id=event.pk, name="t", scopes=["enter_players"])
    response = Client(headers={"Authorization": f"Bearer {secret}", "If-Match": "*"}).patch(
        f"/api/v1/events/spring-cup/players/{player.pk}/", json.dumps({"school": "No 4"}), "application/json"
    )
    assert response.json()["school"] == school() == "No 4"
    head, line = client.get("/events/spring-cup/main/players.csv").content.decode().splitlines()[:2]
    assert "school" in head and "No 4" in line

    file = io.BytesIO()
    write_file(event, file, NOW)
    copies = (
        import_event(**by, source=file, slug="copy"),
        repeat_event(**by, event_id=event.pk, slug="second", names={"en": "Second"}, players=True),
        rehearse_event(**by, event_id=event.pk),
    )
    assert [school(copy) for copy in copies] == ["No 4"] * 3

    with zipfile.ZipFile(io.BytesIO(export_person(Person(None, (player,)), now=NOW))) as packed:
        rows = json.loads(packed.read("person.json"))["rows"]
    assert rows["tournaments.Player"][0]["school"] == "No 4"
    boss = get_user_model().objects.create_user("boss", is_superuser=True)
    erase_players(actor=Actor(boss.pk, "boss"), now=datetime(2030, 1, 1, tzinfo=UTC), player_ids=[player.pk])
    assert Player.objects.get(pk=player.pk).school == ""
    log = client.get("/desk/spring-cup/log/").content.decode()
    assert "No 3" not in log and "No 4" not in log
""",
)

TASKS = (TIE_BREAK, RULING, SYSTEM, MESSAGE, FIELD)
