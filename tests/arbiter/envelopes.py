"""A section with two announced sessions, and board 1 of it adjourned at the end of the first."""

from datetime import datetime, timedelta

from arbiter.models import Envelope
from arbiter.services import adjournment, duty, resumption
from games.models.game import Game
from tavleya.actors import Actor
from tavleya.law.sealing import Sealing, ShareHolder
from tavleya.sides import Side
from tests.databases import remembered
from tests.world import NOW, World

DUE = NOW + timedelta(hours=30)
ENDS = NOW + timedelta(hours=1)


@remembered
def in_session(*moves: str, **options: str) -> World:
    """Play `moves`, or one move each, in a session that ends an hour after NOW; the next one is the day after."""
    world = World(control="120", **options)
    past = NOW - timedelta(hours=5)
    for starts, ends in ((NOW - timedelta(hours=3), ENDS), (DUE, DUE + timedelta(hours=4))):
        common = {"actor": world.olga, "now": past, "section_id": world.section.pk}
        duty.announce_session(**common, starts_at=starts, ends_at=ends, place="Hall 2")
    world.started()
    world.play(*(moves or ("e2-e4", "e7-e5")))
    return world


def sealed(world: World, move: str = "g1-f3", actor: Actor | None = None, **options: object) -> Sealing:
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    at = {"actor": actor or world.alice, "now": ENDS + timedelta(minutes=1), "game_id": world.board.pk}
    return adjournment.seal_move(**at, move=move, **options)


def adjourned(world: World, move: str = "g1-f3") -> tuple[Envelope, Sealing]:
    sealing = sealed(world, move)
    now = ENDS + timedelta(minutes=2)
    return adjournment.adjourn(actor=world.artur, now=now, game_id=world.board.pk), sealing


def two_cards(sealing: Sealing) -> list[str]:
    return [sealing.cards[ShareHolder.ENVELOPE], sealing.cards[ShareHolder.OPPONENT]]


def open_(world: World, sealing: Sealing, now: datetime = DUE, **options: object) -> Game:
    values: dict[str, object] = {"cards": two_cards(sealing), "present": frozenset({Side.BLACK})} | options
    return resumption.open_envelope(actor=world.artur, now=now, game_id=world.board.pk, **values)
