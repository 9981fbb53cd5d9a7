"""The log names actor, action and subject in words instead of codes."""

from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.events import edit_event
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.sections import create_section, enter_player, withdraw_player


def test_codes_and_numbers_become_words(olga: Client, world: World) -> None:
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1/2-1/2")
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"place": "Pskov"})
    words = page_of(olga.get("/desk/spring-cup/log/")).words
    assert "Result entered Round 1, board 1: Alice – Gleb result: – → ½ – ½ artur" in words
    assert "Event changed place: – → Pskov olga" in words
    assert "Role granted person: ana role: Arbiter" in words
    assert "Section created Open game: Chess laws: FIDE Laws 2023, standard format: Round robin" in words


def test_a_player_who_is_gone_is_still_named(olga: Client, world: World) -> None:
    player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Zukertort")
    section = create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug="second",
        names={"en": "Second"},
        game="chess",
        regime="fide-2023",
        format="free",
    )
    registration = enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration.pk, reason="ill")
    assert "Player withdrawn Zukertort reason: ill" in page_of(olga.get("/desk/spring-cup/log/")).words


def test_a_long_log_has_pages(olga: Client, world: World) -> None:
    for number in range(60):
        edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"place": f"Hall {number}"})
    newest, older = (page_of(olga.get(f"/desk/spring-cup/log/?page={page}")).words for page in (1, 2))
    assert "Hall 58 → Hall 59" in newest
    assert "Event created" not in newest
    assert "Event created" in older
