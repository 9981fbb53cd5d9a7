"""Norm requirements are imported from a file, and the desk shows who has or can make one."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from common.actors import Actor
from common.errors import NotPermitted
from tests.core.norms.test_requirements_are_read_and_checked import EXAMPLE
from tests.pages.desk.conftest import signed_in
from tests.world import NOW, World
from tournaments.models import NormRules, Player, Registration
from tournaments.selectors.norms import norms_in_force
from tournaments.services import enter_result
from tournaments.services.norms import import_norms

pytestmark = pytest.mark.django_db

#: One game of any opponents and half of the points make this norm.
SMALL = """
code = "club"
name = "Club norm"
game = "chess"
valid_from = 2020-01-01
[[norms]]
title = "Club master"
games_least = 1
average_least = 2000
percent_least = 50
"""


def url(world: World) -> str:
    return f"/desk/{world.event.slug}/{world.section.slug}/norms/"


def given(text: str) -> None:
    import_norms(actor=Actor.of_system("tests"), now=NOW, data=text.encode())


def test_the_example_is_imported_by_command_and_says_what_it_is() -> None:
    out = StringIO()
    call_command("import_norms", str(EXAMPLE), stdout=out)
    call_command("import_norms", str(EXAMPLE), stdout=out)
    assert "GM, IM, WGM, WIM" in out.getvalue()
    assert "example" in out.getvalue()
    assert NormRules.objects.count() == 1
    kept = norms_in_force("chess", NOW.date())[0]
    assert kept.norms[0].performance_least == 2600
    assert norms_in_force("draughts", NOW.date()) == []


def test_a_bad_file_changes_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(SMALL.replace('game = "chess"', 'game = "go"'))
    for path in (bad, tmp_path / "missing.toml"):
        with pytest.raises(CommandError):
            call_command("import_norms", str(path))
    assert not NormRules.objects.exists()


def test_only_an_administrator_at_the_machine_imports(world: World) -> None:
    with pytest.raises(NotPermitted):
        import_norms(actor=world.olga, now=NOW, data=SMALL.encode())


def test_the_edition_of_the_day_is_in_force() -> None:
    given(SMALL)
    given(SMALL.replace("2020-01-01", "2026-01-01").replace("Club norm", "Club norm, new"))
    assert [one.name for one in norms_in_force("chess", NOW.date())] == ["Club norm, new"]
    assert [one.name for one in norms_in_force("chess", NOW.date().replace(year=2025))] == ["Club norm"]


@pytest.mark.parametrize(("name", "status"), [("olga", 200), ("hana", 200), ("alice", 403)])
def test_who_sees_norms(world: World, olga: Client, name: str, status: int) -> None:
    assert signed_in(name).get(url(world)).status_code == status
    assert Client().get(url(world)).status_code == 302


def test_a_game_of_less_than_a_move_makes_no_norm(world: World, olga: Client) -> None:
    given(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    board = world.section.rounds.get(number=1).pairings.order_by("board")[0]
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="W-L")
    assert "has it" not in olga.get(url(world)).content.decode()


def test_the_desk_says_what_is_needed_and_what_is_made(world: World, olga: Client) -> None:
    assert "import_norms" in olga.get(url(world)).content.decode()
    given(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    page = olga.get(url(world)).content.decode()
    players = Player.objects.filter(registrations__section=world.section).count()
    assert page.count("Needs ½ from the 1 game that is open.") == players
    board = world.section.rounds.get(number=1).pairings.select_related("white", "black").order_by("board")[0]
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    page = olga.get(url(world)).content.decode()
    assert page.count("has it") == 1
    assert page.count("Needs ½") == players - 2
    loser = olga.get(url(world), {"player": board.black.number}).content.decode()
    assert "Percentage score: 0, at least 50." in loser
    assert "Missing: 50." in loser
