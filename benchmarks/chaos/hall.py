"""The hall that is written to: boards that are followed live, a Swiss whose results are entered, files to import.

`python -m benchmarks.chaos.hall BOARDS IMPORTS` makes it in the database of the environment, and prints as JSON what
the writers need to know: of each board its random moves, of each player the private link.
"""

import json
import sys
from typing import Any

EVENT, RESULTS = "chaos", "swiss"
PLAYERS, ROUNDS = 40, 5
IMPORTED = "chess-tata-steel-masters-2022.pgn"
IMPORTED_GAMES = 91


def main(boards: int, imports: int) -> dict[str, Any]:
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.utils import timezone

    from benchmarks.moves import GAMES, _line
    from games.services.moves import start_game
    from tests.world import PASSWORD, World
    from tournaments.models.event import Event
    from tournaments.services.tokens import issue_token

    # The hall of a run before this one in the same database stays, at another address.
    Event.objects.filter(slug=EVENT).update(slug=f"{EVENT}-{Event.objects.count()}")
    world = World(slug=EVENT)
    user = get_user_model().objects.get(username="artur")
    user.set_password(PASSWORD)
    user.save()
    live = []
    for game, regime in GAMES:
        for number, row in enumerate(games_of_round(world, game, regime, boards)):
            started = start_game(actor=world.artur, now=timezone.now(), game_id=row.pk)
            live.append({"id": row.pk, "seq": started.seq, "moves": _line(game, number)})
    _, token = issue_token(actor=world.olga, now=timezone.now(), event_id=world.event.pk, name="relay", scopes=["play"])
    return {
        "boards": live,
        "token": token,
        "user": "artur",
        "password": PASSWORD,
        "players": _swiss(world),
        "files": [_empty(world, f"file-{number}") for number in range(1, imports + 1)],
    }


def games_of_round(world: Any, game: str, regime: str, boards: int) -> list[Any]:
    """Return the games, not yet begun, of a round with so many boards in a new section."""
    from games.models.game import Game
    from ratings.services.player_lists import import_players
    from tests.world import later
    from tournaments.models.player import Registration
    from tournaments.services.rounds import pair_by_hand, publish_round, start_round
    from tournaments.services.sections import create_section

    olga = world.olga
    section = create_section(
        actor=olga, now=later(), event_id=world.event.pk, slug=game, names={"en": game.title()}, game=game,
        regime=regime, format="free", control="90+30", tracking="live",
    )  # fmt: skip
    lines = ["family_name,given_name,rating", *(f"{game}{n},A,{2700 - n}" for n in range(2 * boards))]
    import_players(actor=olga, now=later(), event_id=world.event.pk, data="\n".join(lines), section_id=section.pk)
    keys = list(Registration.objects.filter(section=section).order_by("number").values_list("pk", flat=True))
    pairs = list(zip(keys[::2], keys[1::2], strict=True))
    round_ = pair_by_hand(actor=olga, now=later(), section_id=section.pk, boards=pairs)
    publish_round(actor=olga, now=later(), round_id=round_.pk)
    start_round(actor=olga, now=later(), round_id=round_.pk)
    return list(Game.objects.filter(pairing__round=round_).order_by("pk"))


def _swiss(world: Any) -> list[dict[str, Any]]:
    """Create a Swiss whose first round is played; return the key of the entry and the private link of each player."""
    from django.utils import timezone

    from ratings.services.player_lists import import_players
    from tournaments.models.player import Registration
    from tournaments.models.swiss import PlayerLink
    from tournaments.services.players import issue_player_links, secret_of
    from tournaments.services.rounds import publish_round, start_round
    from tournaments.services.sections import create_section
    from tournaments.services.swiss import pair_next_round

    now, olga = timezone.now(), world.olga
    section = create_section(
        actor=olga, now=now, event_id=world.event.pk, slug=RESULTS, names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=ROUNDS,
    )  # fmt: skip
    lines = ["family_name,given_name,rating", *(f"Swiss{n},B,{2500 - n}" for n in range(PLAYERS))]
    import_players(actor=olga, now=now, event_id=world.event.pk, data="\n".join(lines), section_id=section.pk)
    round_ = pair_next_round(actor=olga, now=now, section_id=section.pk, number=1)
    publish_round(actor=olga, now=now, round_id=round_.pk)
    start_round(actor=olga, now=now, round_id=round_.pk)
    entries = list(Registration.objects.filter(section=section).order_by("number"))
    players = [entry.player_id for entry in entries]
    issue_player_links(actor=olga, now=now, event_id=world.event.pk, player_ids=players)
    links = {link.player_id: link for link in PlayerLink.objects.filter(player__in=players)}
    return [{"registration": entry.pk, "link": secret_of(links[entry.player_id])} for entry in entries]


def _empty(world: Any, slug: str) -> str:
    """Create a section that waits for a file of games; return its slug."""
    from django.utils import timezone

    from tournaments.services.sections import create_section

    create_section(
        actor=world.olga, now=timezone.now(), event_id=world.event.pk, slug=slug, names={"en": slug},
        game="chess", regime="fide-2023", format="round_robin",
    )  # fmt: skip
    return slug


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), int(sys.argv[2]))))
