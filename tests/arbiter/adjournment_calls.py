"""Services of sessions and adjourned games, called so that they succeed, and the action that each requires."""

from datetime import timedelta
from typing import Any

from arbiter.services.adjournment import (
    adjourn,
    call_to_seal,
    declare_lost,
    deliver_sealed,
    hand_over,
    reschedule,
    seal_move,
    seal_on_paper,
)
from arbiter.services.duty import alter_session, announce_session, cancel_session
from arbiter.services.resumption import (
    annul_lost,
    correct_time,
    open_envelope,
    restore_lost,
    rule_late,
    rule_sealed_move,
    set_up,
    start_clock_of_absent,
)
from games.models.game import Game
from tavleya.actors import Actor
from tavleya.law.sealing import Policy, entropy_needed, seal
from tavleya.permissions import Action
from tavleya.sides import Side
from tests.games.game_calls import BoardWorld, at
from tests.tournaments.conftest import LATER, NOW
from tests.who_may import Row, Table
from tournaments.models.pairing import Pairing

#: The end of the session, and the start of the next one.
ENDS, DUE = LATER, NOW + timedelta(hours=30)
_PRESENT = frozenset({Side.BLACK})


class SessionWorld(BoardWorld):
    """A live board of tavreli in a session: two moves have been made, and Pia is to move."""

    def __init__(self) -> None:
        super().__init__()
        self.live = self.board(slug="tavreli", game="tavreli", regime="tavreli-1997", tracking="live", control="120")
        self.play("e2-e4", "e7-e5")
        self.section_id = Pairing.objects.get(game=self.live).round.section_id
        before = {"actor": self.olga, "now": NOW - timedelta(hours=5), "section_id": self.section_id}
        announce_session(**before, starts_at=NOW - timedelta(hours=3), ends_at=ENDS, place="Hall 2")
        self.session = announce_session(**before, starts_at=DUE, ends_at=DUE + timedelta(hours=4))

    def call(self) -> None:
        call_to_seal(**at(self, self.chen))

    def seal(self, move: str = "g1-f3") -> None:
        self.call()
        self.sealing = seal_move(**at(self, self.pia), move=move)

    def adjourn(self, move: str = "g1-f3") -> None:
        self.seal(move)
        adjourn(**at(self, self.chen))

    def lose(self) -> None:
        self.adjourn()
        declare_lost(**at(self, self.chen), note="stolen")

    def set_up(self, move: str = "g1-f3") -> None:
        self.adjourn(move)
        set_up(**due(self, self.chen))

    def open(self, move: str = "g1-f3") -> None:
        self.set_up(move)
        _open(self, self.chen)


def due(world: Any, actor: Actor, **later: float) -> dict[str, Any]:
    return {**at(world, actor), "now": DUE + timedelta(**later)}


def _open(world: SessionWorld, actor: Actor) -> object:
    return open_envelope(**due(world, actor), cards=list(world.sealing.cards.values()), present=_PRESENT)


def _deliver(world: SessionWorld, actor: Actor) -> object:
    game = str(Game.objects.get(pk=world.live).key)
    entropy = bytes(entropy_needed(Policy.TWO_OF_THREE))
    sealing = seal("g1-f3", game=game, ply=3, side=Side.WHITE, entropy=entropy)
    return deliver_sealed(**at(world, actor), sealed=sealing.stored.to_json(), side=Side.WHITE)


def _times(world: Any, actor: Actor) -> dict[str, Any]:
    start = DUE + timedelta(hours=10)
    return {"actor": actor, "now": NOW, "starts_at": start, "ends_at": start + timedelta(hours=2)}


CALLS: Table = {
    "announce_session": (
        Action.ANNOUNCE_SESSION,
        lambda w, a: announce_session(**_times(w, a), section_id=w.section_id),
    ),
    "alter_session": (Action.ANNOUNCE_SESSION, lambda w, a: alter_session(**_times(w, a), session_id=w.session.pk)),
    "cancel_session": (Action.ANNOUNCE_SESSION, lambda w, a: cancel_session(actor=a, now=NOW, session_id=w.session.pk)),
    "call_to_seal": (Action.ADJOURN, lambda w, a: call_to_seal(**at(w, a))),
    "seal_move": Row(Action.SEAL, lambda w, a: seal_move(**at(w, a), move="g1-f3"), SessionWorld.call),
    "deliver_sealed": Row(Action.SEAL, _deliver, SessionWorld.call),
    "seal_on_paper": Row(Action.ADJOURN, lambda w, a: seal_on_paper(**at(w, a)), SessionWorld.call),
    "adjourn": Row(Action.ADJOURN, lambda w, a: adjourn(**at(w, a)), SessionWorld.seal),
    "reschedule": Row(
        Action.ADJOURN, lambda w, a: reschedule(**at(w, a), due=DUE + timedelta(hours=1)), SessionWorld.adjourn
    ),
    "hand_over": Row(Action.ADJOURN, lambda w, a: hand_over(**at(w, a), holder="the safe"), SessionWorld.adjourn),
    "declare_lost": Row(Action.ADJOURN, lambda w, a: declare_lost(**at(w, a), note="stolen"), SessionWorld.adjourn),
    "set_up": Row(Action.ADJOURN, lambda w, a: set_up(**due(w, a)), SessionWorld.adjourn),
    "start_clock_of_absent": Row(Action.ADJOURN, lambda w, a: start_clock_of_absent(**due(w, a)), SessionWorld.set_up),
    "open_envelope": Row(Action.ADJOURN, _open, SessionWorld.set_up),
    "rule_sealed_move": Row(Action.RULE, lambda w, a: rule_sealed_move(**due(w, a)), lambda w: w.open("g1-g5")),
    "rule_late": Row(
        Action.RULE, lambda w, a: rule_late(**due(w, a, minutes=61), sides=[Side.WHITE]), SessionWorld.open
    ),
    "restore_lost": Row(Action.RULE, lambda w, a: restore_lost(**due(w, a), move="g1-f3"), SessionWorld.lose),
    "annul_lost": Row(Action.RULE, lambda w, a: annul_lost(**due(w, a), reason="no sheet is left"), SessionWorld.lose),
    "correct_time": Row(
        Action.RULE,
        lambda w, a: correct_time(**due(w, a), clocks={Side.WHITE: 3_000_000}, noticed_by=Side.WHITE),
        SessionWorld.open,
    ),
}
