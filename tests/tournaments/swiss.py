"""A Swiss of Olga's, for the tests: set up, paired, played."""

import random
from collections.abc import Callable

from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services import section_settings
from tournaments.services.bye_requests import request_bye
from tournaments.services.draft_edits import exchange_players
from tournaments.services.players import add_player
from tournaments.services.restrictions import add_pair_constraint
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.sections import enter_player
from tournaments.services.swiss import pair_next_round


def make_swiss(world: World, players: int, **fields: object) -> Section:
    """A Swiss with players `P01` … rated 2400, 2390 …, none paired."""
    section = world.section(**{"format": "swiss", "rounds_planned": 5, **fields})
    for number in range(1, players + 1):
        names = {"family_name": f"P{number:02}", "given_name": section.slug}
        ratings = {"standard": 2410 - 10 * number}
        player = world.do(add_player, event_id=world.event.pk, **names, ratings=ratings)
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    return section


def leave_mode(world: World, section: Section) -> Section:
    """Leave the mode of regulations, which fixes the settings at the first pairing."""
    return world.do(section_settings.leave_mode, section_id=section.pk, confirmed=["leaving_mode"], typed=section.slug)


def pair(world: World, section: Section, number: int, **more: object) -> Round:
    common = {"first_colour": "white", **more}
    return pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=number, **common)


def publish(world: World, round_: Round, *confirmed: str) -> Round:
    return publish_round(actor=world.olga, now=NOW, round_id=round_.pk, confirmed=confirmed)


def stronger_wins(pairing: Pairing) -> str:
    """Return a win of the lower starting number, and a draw for neighbours."""
    ahead = pairing.black.number - pairing.white.number
    return "1/2-1/2" if abs(ahead) == 1 else "1-0" if ahead > 0 else "0-1"


def chance(seed: int) -> Callable[[Pairing], str]:
    source = random.Random(seed)
    results = ["1-0"] * 9 + ["0-1"] * 8 + ["1/2-1/2"] * 6 + ["+/-", "-/+", "-/-"]
    return lambda pairing: source.choice(results)


def play(world: World, round_: Round, result: Callable[[Pairing], str] = stronger_wins) -> None:
    """Enter the missing results of a public round and close it."""
    for pairing in round_.pairings.filter(bye="", result="").select_related("white", "black"):
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result(pairing))
    start_round(actor=world.olga, now=LATER, round_id=round_.pk)
    close_round(actor=world.olga, now=LATER, round_id=round_.pk)


def play_round(world: World, section: Section, number: int, result: Callable[[Pairing], str] = stronger_wins) -> Round:
    round_ = publish(world, pair(world, section, number))
    play(world, round_, result)
    return round_


def registration(section: Section, number: int) -> Registration:
    return section.registrations.select_related("player").get(number=number)


def names(section: Section) -> list[str]:
    """Family names in the order of the starting numbers."""
    return list(section.registrations.order_by("number").values_list("player__family_name", flat=True))


def ask_bye(world: World, section: Section, number: int, round_number: int, kind: str = "half") -> None:
    key = registration(section, number).pk
    request_bye(actor=world.olga, now=NOW, registration_id=key, round_number=round_number, kind=kind)


def constrain(world: World, section: Section, kind: str, number: int, other: int, **more: object):
    """Keep two players `apart`, or have them meet (`together`)."""
    keys = {"registration_id": registration(section, number).pk, "other_id": registration(section, other).pk}
    common = {"actor": world.olga, "now": NOW, "section_id": section.pk, "confirmed": True, **more}
    return add_pair_constraint(**common, kind=kind, **keys)


def exchange(world: World, round_: Round, number: int, other: int, **more: object) -> None:
    """Exchange two players of a draft."""
    first, second = (registration(round_.section, player).pk for player in (number, other))
    version = round_.section.rounds.get(pk=round_.pk).provenance.version
    common = {"actor": world.olga, "now": LATER, "round_id": round_.pk, "version": version, **more}
    exchange_players(**common, one_id=first, other_id=second)


def boards(round_: Round) -> list[tuple[int, int]]:
    """Starting numbers of White and Black, by table."""
    pairings = round_.pairings.filter(bye="").order_by("board")
    return [(pairing.white.number, pairing.black.number) for pairing in pairings.select_related("white", "black")]


def byes(round_: Round) -> dict[int, str]:
    return {bye.white.number: bye.bye for bye in round_.pairings.exclude(bye="").select_related("white")}


def everything(section: Section) -> list[tuple[object, ...]]:
    """Every board of the section with its result, for comparison."""
    pairings = Pairing.objects.filter(round__section=section).order_by("round__number", "board")
    return list(pairings.values_list("round__number", "round__status", "board", "white", "black", "bye", "result"))
