"""A game's record in words, one sentence per entry."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.utils.translation import gettext, pgettext

from clocks.graph import SENTENCES, entry_sentence, plain, reason_label
from clocks.labels import side_name
from games import hooks
from games.models.game import Game
from games.models.record import RecordEntry
from games.views.labels import breach_label, cite, claim_words, decision_label, termination_label
from games.views.requests import reader_language
from tavleya.messages import N_
from tavleya.record.clock_entries import CallReason
from tavleya.record.entries import EntryKind
from tavleya.record.results import FACTS, Result
from tavleya.rules.contract import Figure
from tavleya.rules.spec import PieceSet
from tavleya.sides import Side

CALL_REASONS: Mapping[str, str] = MappingProxyType(
    {
        CallReason.ILLEGAL_MOVE: N_("illegal move"),
        CallReason.TOUCH: N_("touch-move dispute"),
        CallReason.CLOCK: N_("clock problem"),
        CallReason.FLAG: N_("flag fall"),
        CallReason.CLAIM: N_("draw claim"),
        CallReason.DISTURBANCE: N_("disturbance"),
        CallReason.ABSENT: N_("opponent not at the board"),
        CallReason.SHEET: N_("score sheet"),
        CallReason.OTHER: N_("another reason"),
    }
)


def call_reason(code: str) -> str:
    return gettext(CALL_REASONS[code]) if code in CALL_REASONS else code


def call_label(code: str, text: str = "") -> str:
    """Return the reason for calling the arbiter, with the caller's text."""
    if not text:
        return call_reason(code)
    quoted = gettext("“%(text)s”") % {"text": text}
    return quoted if code == CallReason.OTHER else f"{call_reason(code)}, {quoted}"


def result_shown(code: str) -> str:
    return " – ".join(FACTS[Result(code)].shown)


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One entry as the ledger shows it."""

    seq: int
    kind: str
    at: datetime
    who: str
    words: str
    white_ms: int | None
    black_ms: int | None
    note: str


def by_article(address: str) -> str:
    """Return the signature of an automatic decision by the laws; empty without an article."""
    return gettext("by %(article)s") % {"article": cite(address)} if address else ""


def line(row: RecordEntry) -> LedgerLine:
    shown_name = row.user.shown_name if row.user else row.actor.partition(":")[2]
    if row.data.get("by_laws"):
        shown_name = by_article(str(row.data.get("article") or ""))
    return LedgerLine(
        row.seq, row.kind, row.at, shown_name, ledger_text(row), row.white_ms, row.black_ms, row.said("note")
    )


def ledger_text(row: RecordEntry) -> str:
    """Return the sentence for an entry."""
    return _WORDS[EntryKind(row.kind)](row)


def _move(row: RecordEntry) -> str:
    marks = [pgettext("move", "illegal")] if row.data.get("irregular") else []
    marks += [gettext("a draw was offered with it")] if row.data.get("offered") else []
    ply = row.ply or 0
    dots = "." if ply % 2 else "…"
    after = f" ({', '.join(marks)})" if marks else ""
    return f"{(ply + 1) // 2}{dots} {row.move}{after}"


def _offer(row: RecordEntry) -> str:
    if row.data.get("improper"):
        return entry_sentence(N_("%(side)s offered a draw, but not after making a move."), row)
    return entry_sentence(N_("%(side)s offered a draw."), row)


def _answer(row: RecordEntry) -> str:
    accepted, declined = N_("%(side)s accepted the draw."), N_("%(side)s declined the draw.")
    return entry_sentence(accepted if row.data.get("accept") else declined, row)


def _claim(row: RecordEntry) -> str:
    return claim_words(row.data["claim"], side_name(row.side), row.data.get("intended", ""))


def _decision(row: RecordEntry) -> str:
    text = decision_label(row.data.get("decides", ""), row.data.get("outcome", ""))
    note = row.said("note")
    return f"{text} {note}" if note else text


def _call(row: RecordEntry) -> str:
    text = N_("%(side)s stopped the clocks and called the arbiter: %(reason)s.")
    if row.data.get("clocks_run"):
        text = N_("%(side)s called the arbiter: %(reason)s.")
    return entry_sentence(text, row, reason=call_label(row.data["reason"], str(row.data.get("text") or "")))


def _irregularity(row: RecordEntry) -> str:
    move, count = row.data.get("move", ""), row.data.get("count", "")
    if not (row.data.get("counts") and move):
        breach = breach_label(str(row.data.get("what", "")), side_name(row.side), move)
        if not row.data.get("counts"):
            return breach
        return f"{breach} {entry_sentence(N_('Illegal moves of %(side)s: %(count)s.'), row, count=count)}"
    text = N_("Illegal move of %(side)s: %(move)s (no. %(count)s of this side).")
    return entry_sentence(text, row, move=move, count=count)


def _restoration(row: RecordEntry) -> str:
    ply = row.data["ply"]
    if not ply:
        return gettext("The starting position was set up again.")
    return entry_sentence(N_("The position after half-move %(ply)s was set up again."), row, ply=ply)


def _reversal(row: RecordEntry) -> str:
    if "last" in row.data:
        return gettext("Ruling %(number)s was undone; later entries are kept.") % {"number": row.data["ruling"]}
    return gettext("A ruling was reversed: everything is as it was before it.")


def _result(row: RecordEntry) -> str:
    if not row.data["result"]:
        return gettext("The result was withdrawn: the game continues.")
    values = {
        "result": result_shown(row.data["result"]),
        "how": termination_label(row.data.get("termination", "")),
        "reason": row.data.get("reason", ""),
    }
    more = ", ".join(filter(None, (values["how"], values["reason"])))
    text = N_("Result corrected: %(result)s") if row.kind == EntryKind.CORRECTION else N_("Result: %(result)s")
    return entry_sentence(text, row, **values) + (f" ({more})." if more else ".")


def _sealing(row: RecordEntry) -> str:
    if row.move:
        return entry_sentence(N_("%(side)s made %(move)s on the board: it is the sealed move."), row, move=row.move)
    if row.data.get("reply"):
        return entry_sentence(N_("%(side)s sealed a reply and pressed the clock."), row)
    return entry_sentence(N_("%(side)s sealed a move."), row)


def _custody(row: RecordEntry) -> str:
    if row.data.get("what") == "lost":
        return gettext("The envelope is lost.")
    holder = row.said("holder")
    if not holder:
        return gettext("The envelope was handed over.")
    return entry_sentence(N_("The envelope was handed to %(holder)s."), row, holder=holder)


_OPENED: Mapping[str, str] = MappingProxyType(
    {
        "made": N_("The envelope was opened: %(move)s."),
        "ambiguous": N_("The envelope was opened: “%(move)s” is ambiguous."),
        "unreadable": N_("The envelope was opened: “%(move)s” cannot be read as a move."),
        "illegal": N_("The envelope was opened: %(move)s is not legal."),
        "lost": N_("Without the envelope the sealed move was established as %(move)s."),
    }
)


def _opening(row: RecordEntry) -> str:
    return entry_sentence(_OPENED[row.data["outcome"]], row, move=row.data.get("text", ""))


def _annulment(row: RecordEntry) -> str:
    return entry_sentence(
        N_("The game was annulled: %(reason)s."), row, reason=reason_label(row.data.get("reason", ""))
    )


_WORDS: dict[EntryKind, Callable[[RecordEntry], str]] = {
    **SENTENCES,
    EntryKind.OPENED: plain(N_("The record was opened.")),
    EntryKind.STARTED: plain(N_("The game was started.")),
    EntryKind.MOVE: _move,
    EntryKind.OFFER: _offer,
    EntryKind.ANSWER: _answer,
    EntryKind.CLAIM: _claim,
    EntryKind.DECISION: _decision,
    EntryKind.CALL: _call,
    EntryKind.IRREGULARITY: _irregularity,
    EntryKind.RESTORATION: _restoration,
    EntryKind.RESULT: _result,
    EntryKind.CORRECTION: _result,
    EntryKind.ANNULMENT: _annulment,
    EntryKind.REVERSAL: _reversal,
    EntryKind.SEAL_CALL: plain(N_("%(side)s was asked to seal a move.")),
    EntryKind.SEALING: _sealing,
    EntryKind.RESCHEDULED: plain(N_("The time of the resumption was changed.")),
    EntryKind.CUSTODY: _custody,
    EntryKind.RESUMPTION: plain(N_("Position and clocks were set up as written on the envelope.")),
    EntryKind.OPENING: _opening,
}


# The names of a game's players in the reader's language.


def players_of(game: Game) -> tuple[str, str]:
    """Return White and Black; cached during a request."""
    language, names = reader_language(), _name_cache(game)
    if language not in names:
        names[language] = hooks.names_of(game, language)
    return names[language]


def call_players(game: Game, white: str, black: str) -> None:
    """Set the players' names if the caller has loaded them already."""
    _name_cache(game)[reader_language()] = (white, black)


def _name_cache(game: Game) -> dict[str, tuple[str, str]]:
    names: dict[str, tuple[str, str]] = game.__dict__.setdefault("_players_in", {})
    return names


def pair_of(game: Game) -> str:
    """Return `White – Black`."""
    return " – ".join(players_of(game))


# Captured pieces of each side, for games with figurine signs.

_PAWN = "P"
#: After a sign of a chess piece: as a letter, and not as a coloured picture.
_AS_TEXT = "\ufe0e"
Figures = Mapping[str, tuple[Figure, ...]]


@dataclass(frozen=True, slots=True)
class Captured:
    """Pieces of one kind that were taken: their `sign` in print, what one is called, how many."""

    sign: str
    name: str
    count: int

    @property
    def signs(self) -> str:
        return self.sign * self.count


def captured(by: Side, start: Figures, now: Figures, pieces: PieceSet) -> tuple[Captured, ...]:
    """Return the pieces that `by` has taken since the `start`, the greatest first as in the set.

    A promoted pawn was not taken; the piece that it became counts as one of its kind.
    """
    if not pieces.glyphs:
        return ()
    before, left = _count_pieces(by.other, start), _count_pieces(by.other, now)
    missing = before - left
    missing[_PAWN] -= sum((left - before).values())
    index = 0 if by.other is Side.WHITE else 1
    return tuple(
        Captured(signs[index] + _AS_TEXT, pieces.names[kind][index], missing[kind])
        for kind, signs in pieces.glyphs.items()
        if missing[kind] > 0
    )


def _count_pieces(side: Side, figures: Figures) -> Counter[str]:
    return Counter(piece.kind for pieces in figures.values() for piece in pieces if piece.side is side)
