"""A walk through every page of a project whose settings leave an app out, in a separate process.

Argument: the app.  Prints the names of the addresses that answered 200.
"""

import json
import sys
from itertools import product
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse

from entries.services.entry_decisions import secret_of_entry
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from portal.manual.sources import chapters
from tests.setup.test_addresses import ALL
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import issue_player_links, secret_of
from tournaments.services.results import enter_result
from tournaments.services.sections import create_section, enter_player


def seed() -> dict[str, tuple[object, ...]]:
    """An event with a played round robin, a Swiss and an entry, and the values of variable parts of addresses."""
    world = World(game="chess", regime="fide-2023", control="90+30", others=("charlie", "dora"), starts_on=NOW.date())
    common = {"actor": world.olga, "now": NOW}
    enter_result(actor=world.artur, now=later(hours=1), pairing_id=world.pairing.pk, result="1-0")
    swiss = create_section(
        **common, event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=3,
    )  # fmt: skip
    set_entry_terms(**common, section_id=swiss.pk, changes={"offered": True, "asked": {"email": "optional"}})
    answers = {"family_name": "Tal", "email": "tal@example.org"}
    entry = submit_entry(**{**common, "actor": SYSTEM}, section_id=swiss.pk, key=uuid4(), given=answers)
    issue_player_links(**common, event_id=world.event.pk)
    players = list(world.event.players.exclude(family_name="Tal").order_by("pk"))
    for player in players:
        enter_player(**common, section_id=swiss.pk, player_id=player.pk)
    return {
        "slug": (world.slug,), "section_slug": ("open", "swiss"), "section": ("open", "swiss"),
        "number": (1, None), "board": (1, 2), "game_id": (world.board.pk,), "player_id": (players[0].pk,),
        "registration": (1,), "form": ("csv", "pgn", "svg"), "code": ("pairings", "players"),
        "chapter": ("live-boards", "console"),
        "token": (secret_of_entry(entry), secret_of(PlayerLink.objects.get(player=players[0]))),
    }  # fmt: skip


def walk(app: str) -> list[str]:
    call_command("check", fail_level="WARNING", stdout=sys.stderr)
    call_command("makemigrations", check_changes=True, stdout=sys.stderr)
    call_command("migrate", verbosity=0)
    values = seed()
    clients = [Client(SERVER_NAME="localhost") for _ in range(4)]
    users = get_user_model().objects
    for client, name in zip(clients, ("olga", "artur", "root"), strict=False):
        client.force_login(users.create_superuser(name) if name == "root" else users.get(username=name))
    openers: dict[str, Client] = {}
    for _, converters, pattern in ALL:
        name, parts = pattern.name or "", tuple(converters)
        for choice in product(*(values.get(part, ()) for part in parts)):
            try:
                address = reverse(name, kwargs=dict(zip(parts, choice, strict=True)))
            except NoReverseMatch:
                continue
            opener = openers.get(name)
            for client in sorted(clients, key=lambda client: client is not opener):
                response = client.get(address)
                assert response.status_code < 500, address
                if response.status_code == 200:
                    openers[name] = client
                    list(response.streaming_content if response.streaming else ())
                    break
                if response.status_code == 405 or (response.status_code == 404 and client is opener):
                    break  # no visitor reads anything there
    assert not [chapter.key for chapter in chapters("en") if f"app={app}" in chapter.source]
    loaded = [name for name in sys.modules if name.partition(".")[0] == app]
    assert not loaded, loaded
    return sorted(openers)


if __name__ == "__main__":
    print(json.dumps(walk(sys.argv[1])))
