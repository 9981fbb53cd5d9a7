"""A round robin that is paired by hand: each round is checked before it is shown, and the whole before it is final."""

from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.pairing.meetings import Boards, breaches, cannot_be_met, yet_to_meet
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round
from tournaments.models.section import Section

_PAIRS_TOLD = 6


def check_meetings(row: Round, actor: Actor, consent: Consent) -> None:
    """Check a round paired by hand (registered with `rounds.before_publication`).

    Raises: Conflict ("meetings_broken") if players meet too often or have one colour too often; Conflict
    ("cannot_meet_all", level 3, until confirmed) if too few rounds are left for all players to meet.
    """
    section, number = row.section, row.number
    if not section.meetings_by_hand or number is None:
        return
    rounds = _rounds(section, number)
    broken = breaches(rounds, section.meetings_by_hand)
    if broken:
        raise Conflict(say("meetings_broken", why=broken[0]), broken=[str(message) for message in broken])
    if section.rounds_planned is not None:
        late = cannot_be_met(rounds, _players(section), section.meetings_by_hand, section.rounds_planned)
        if late:
            words = say("cannot_meet_all", players=", ".join(map(str, late)))
            insist([Warned(Level.CONFIRMATION, words)], consent)


def refuse_unmet(section: Section) -> None:
    """Check that all players of a round robin paired by hand have met.  Raises: Conflict ("not_all_met")."""
    if not section.meetings_by_hand:
        return
    last = section.rounds.count()
    missing = yet_to_meet(_rounds(section, last), _players(section), section.meetings_by_hand)
    if missing:
        pairs = [f"{first}–{second}" for first, second in missing]
        text = ", ".join(pairs[:_PAIRS_TOLD]) + (" …" if len(pairs) > _PAIRS_TOLD else "")
        raise Conflict(say("not_all_met", pairs=text), pairs=pairs)


def _rounds(section: Section, last: int) -> list[Boards]:
    """Return the boards of rounds 1 to `last`, by starting numbers; a match of several games counts as one."""
    rows = Pairing.objects.filter(round__section=section, round__number__lte=last, bye="", leg=1)
    results: list[list[tuple[int, int]]] = [[] for _ in range(last)]
    for number, white, black in rows.values_list("round__number", "white__number", "black__number"):
        results[(number or 0) - 1].append((white, black or 0))
    return list(results)


def _players(section: Section) -> list[int]:
    active = section.registrations.filter(status=RegistrationStatus.ACTIVE)
    return list(active.values_list("number", flat=True))
