"""Online entries through the API: only for tokens that may enter players."""

import uuid

import pytest

from entries.services.online_entries.submission import submit_entry
from entries.services.online_entries.terms import set_entry_terms
from tavleya.actors import ANONYMOUS
from tests.api.test_tournaments import Api
from tests.world import NOW, SYSTEM, World
from tournaments.services.sections import create_section

pytestmark = pytest.mark.django_db
PATH = "sections/rapid/online-entries/"


@pytest.fixture
def world(db) -> World:
    world = World()
    section = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="rapid", names={"en": "Rapid"},
        game="chess", regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip
    set_entry_terms(
        actor=SYSTEM,
        now=NOW,
        section_id=section.pk,
        changes={"offered": True, "asked": {"email": "optional"}},
    )
    values = {"family_name": "Tal", "email": "tal@example.org"}
    submit_entry(actor=ANONYMOUS, now=NOW, section_id=section.pk, key=uuid.uuid4(), given=values)
    return world


def test_a_token_that_may_enter_players_reads_how_they_are_reached(world):
    (row,) = Api(world, "olga", ("enter_players",)).get(PATH).json()["results"]
    assert (row["family_name"], row["email"], row["state"]) == ("Tal", "tal@example.org", "confirmed")
    assert "digest" not in row and "key" not in row


@pytest.mark.parametrize(
    ("name", "scopes"), [("", ()), ("olga", ("enter_result",)), ("hana", ("enter_players",))]
)
def test_other_tokens_are_refused(world, name, scopes):
    answer = Api(world, name, scopes).get(PATH)
    assert answer.status_code in (401, 403) and b"example.org" not in answer.content
