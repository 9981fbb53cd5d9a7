"""The second envelope: a reply sealed because the author of the sealed move is absent (tavreli A.9; FIDE I.9)."""

from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.law.messages import say
from tavleya.law.resumption import position_of
from tavleya.law.sealing import SealedMove
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.state import State
from tavleya.sides import Side


def seal_reply(state: State, side: Side, sealed: SealedMove) -> tuple[EntryDraft, ...]:
    """Seal the reply of the opponent of an absent sealer, stop their clock and start the other (A.9)."""
    replier, ply = reply_due(state)
    if replier is not side:
        raise Conflict(say("out_of_turn"), turn=replier.value)
    if (sealed.ply, sealed.side) != (ply, side):
        raise BadInput(say("sealed_for_another"))
    data = {"sealed": sealed.to_json(), "reply": True}
    return (EntryDraft(EntryKind.SEALING, side, ply, data=MappingProxyType(data)),)


def seal_reply_on_paper(state: State) -> tuple[EntryDraft, ...]:
    """Seal the reply in a paper envelope (A.9).  The record contains the envelope and its keeper."""
    side, ply = reply_due(state)
    return (EntryDraft(EntryKind.SEALING, side, ply, data=MappingProxyType({"paper": True, "reply": True})),)


def reply_due(state: State) -> tuple[Side, int]:
    """Return the side that may seal a reply to the sealed move just made, and the ply number (A.9).

    Raises: Conflict ("no_second_envelope").
    """
    last, envelope = state.last_standing(), state.adjourned
    if state.resumption is not None and not state.sealed and not state.over and state.sealing is None:
        if envelope is not None and not envelope.followed:
            if envelope.made:
                return position_of(state).turn, envelope.made + 1
        elif state.phase is GamePhase.PLAYING and last and last.sealed and state.unpressed is None:
            return state.position.turn, state.ply + 1
    raise Conflict(say("no_second_envelope"))
