"""A walk through every page of a project whose settings leave an app out, in a process of its own.

Argument: the app.  Prints the names of the addresses that answered 200.
"""

import json
import sys
from itertools import product

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse

from portal.manual.sources import chapters
from tests.setup.test_addresses import ALL
from tests.world import NOW, World, later
from tournaments.services.results import enter_result
from tournaments.services.sections import create_section, enter_player


def seed() -> dict[str, tuple[object, ...]]:
    """An event with a played round robin and a Swiss, and the values of variable parts of addresses."""
    world = World(game="chess", regime="fide-2023", control="90+30", others=("charlie", "dora"), starts_on=NOW.date())
    own = {"actor": world.olga, "now": NOW}
    enter_result(actor=world.artur, now=later(hours=1), pairing_id=world.pairing.pk, result="1-0")
    swiss = create_section(
        **own, event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=3,
    )  # fmt: skip
    players = list(world.event.players.order_by("pk"))
    for player in players:
        enter_player(**own, section_id=swiss.pk, player_id=player.pk)
    return {
        "slug": (world.slug,), "section_slug": ("open", "swiss"), "section": ("open", "swiss"),
        "number": (1, None), "board": (1, 2), "game_id": (world.board.pk,), "player_id": (players[0].pk,),
        "registration": (1,), "form": ("csv", "pgn", "svg"), "code": ("pairings", "players"),
        "chapter": ("live-boards", "console"),
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
