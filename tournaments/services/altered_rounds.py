"""Manually changed rounds: before publication they are compared with the pairing by the rules."""

from dataclasses import asdict, dataclass

from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.pairing.state import Pair, RoundPairing
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.messages import say
from tournaments.models.round import Round
from tournaments.models.swiss import Provenance
from tournaments.services.draft_sheet import sheet_of
from tournaments.services.swiss import prepare, rests_on_others, solve
from tournaments.services.swiss_state import digest_of

_CODE = "differs_from_rules"


@dataclass(frozen=True, slots=True)
class Alteration:
    """Boards of a draft that the rules do not make, and theirs; pairs and the bye in the words of a report."""

    drawn: tuple[str, ...]
    ruled: tuple[str, ...]


def check_draft(row: Round, actor: Actor, consent: Consent) -> None:
    """Check a changed draft before publication (registered with `rounds.before_publication`).

    A confirmed difference is stored with the round until it is changed again; the explanation of the pairing then shows
    the pairing by the rules.
    Raises: Conflict ("draft_stale"; "differs_from_rules", level 3, until confirmed).
    """
    source = Provenance.objects.filter(round=row).only("round", "digest", "version", "waived").first()
    if source is None:
        return
    if rests_on_others(row, source):
        raise Conflict(say("draft_stale"))
    if not source.version or any(item["code"] == _CODE for item in source.waived):
        return
    difference = _compare(row, _ruled(row, source))
    if difference is None:
        return
    words = say(_CODE, drawn=", ".join(difference.drawn) or "–", ruled=", ".join(difference.ruled) or "–")
    insist([Warned(Level.CONFIRMATION, words, detail=asdict(difference))], consent)
    source.waived = [
        *source.waived,
        {"code": _CODE, "problem": str(words), "reason": consent.reason, "who": actor.key},
    ]
    source.save(update_fields=["waived"])


def _ruled(row: Round, source: Provenance) -> RoundPairing | None:
    """Return the pairing by the rules from the current state; None if they cannot pair it.

    Save it as the source of the round if the state differs from the stored one.
    """
    prepared = prepare(row.section, row.number or 1)
    if digest_of(prepared.plain) == digest_of(source.state):
        boards = tuple(Pair(white, black) for white, black in source.boards)
        return RoundPairing(boards, source.bye, source.edition)
    try:
        round_pairing = solve(prepared)
    except Conflict:
        return None
    source.state, source.boards = prepared.plain, [list(pair) for pair in round_pairing.pairs]
    source.bye, source.trace = round_pairing.bye, [asdict(bracket) for bracket in round_pairing.trace]
    source.save(update_fields=["state", "boards", "bye", "trace"])
    return round_pairing


def _compare(row: Round, round_pairing: RoundPairing | None) -> Alteration | None:
    sheet = sheet_of(row)
    drawn = [f"{white}-{black}" for white, black in sheet.numbers]
    if sheet.bye is not None:
        drawn.append(f"{sheet.allocated}=PAB")
    ruled = (
        [f"{pair.white}-{pair.black}" for pair in round_pairing.pairs] if round_pairing is not None else []
    )
    if round_pairing is not None and round_pairing.bye is not None:
        ruled.append(f"{round_pairing.bye}=PAB")
    extra = tuple(pair for pair in drawn if pair not in ruled)
    missing = tuple(pair for pair in ruled if pair not in drawn)
    return Alteration(extra, missing) if extra or missing else None
