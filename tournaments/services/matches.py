"""Matches of several games: their terms, and how they are seated in a round."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.clocks.controls import parse_control
from tavleya.errors import BadInput, Conflict
from tavleya.pairing.micromatch import colour_of_first
from tavleya.pairing.options import MOST_GAMES
from tavleya.permissions import Action
from tavleya.sides import Side
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import MATCH_TERMS
from tournaments.messages import say
from tournaments.models.match import MOST_TIEBREAK_GAMES, Match, MatchScore, MatchTerms, OpeningDraw
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.shared import lock_section


@transaction.atomic
def set_match_terms(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    games: int = 2,
    score: MatchScore | str = MatchScore.GAMES,
    third_place: bool = False,
    tiebreak_games: int = 2,
    tiebreak_control: str = "",
) -> MatchTerms:
    """Set matches of `games` games in a section that is not paired.

    `score`: whether games count one by one or the match as one result.  For a knockout: whether there is a match for
    the third place, and the number of games that continue a level match.
    Raises: BadInput ("bad_match_terms" and the codes of time controls); Conflict ("already_paired").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if section.rounds.exists():
        raise Conflict(say("already_paired"))
    if not section.system.match_terms:
        raise BadInput(say("bad_match_terms.system"), field="games")
    if isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
        raise BadInput(
            say("bad_match_terms.games", most=MOST_GAMES),
            field="games",
        )
    if score not in MatchScore.values:
        raise BadInput(say("bad_match_terms.counting"), field="score")
    if isinstance(tiebreak_games, bool) or not 1 <= tiebreak_games <= MOST_TIEBREAK_GAMES:
        raise BadInput(
            say("bad_match_terms.added", most=MOST_TIEBREAK_GAMES),
            field="tiebreak_games",
        )
    after = {
        "games": games,
        "score": str(score),
        "third_place": third_place,
        "tiebreak_games": tiebreak_games,
        "tiebreak_control": read_control(tiebreak_control, field="tiebreak_control"),
    }
    terms, _ = MatchTerms.objects.update_or_create(section=section, defaults=after)
    happened(MATCH_TERMS, section, actor=actor, now=now, after=after)
    return terms


@transaction.atomic
def clear_match_terms(*, actor: Actor, now: datetime, section_id: int) -> None:
    """Remove the match terms: opponents meet for single games.

    Raises: Conflict ("already_paired", "draw_is_bound").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if section.rounds.exists():
        raise Conflict(say("already_paired"))
    if OpeningDraw.objects.filter(section=section).exists():
        raise Conflict(say("draw_is_bound"))
    removed, _ = MatchTerms.objects.filter(section=section).delete()
    if removed:
        happened(MATCH_TERMS, section, actor=actor, now=now, after={})


def read_control(text: str, *, field: str = "control") -> str:
    """Return a time control in its canonical form; empty for the section's.  Raises: BadInput at `field`."""
    if not text.strip():
        return ""
    try:
        return parse_control(text).text()
    except BadInput as error:
        raise BadInput(error.message, **{**error.detail, "field": field}) from None


@dataclass(frozen=True, slots=True)
class Seats:
    """A board or match to create: ids of entries.  Without `second`, `first` advances without play."""

    round: Round
    number: int
    first: int
    second: int | None
    for_third: bool = False


def terms_of(section: Section) -> MatchTerms | None:
    return MatchTerms.objects.filter(section=section).first()


def keep_system_terms(section: Section) -> None:
    """Update the match terms from the options of a system that sets its number of games.

    The caller changes the section, which is not paired.  Raises: Conflict ("draw_is_bound") if openings will be drawn
    by existing terms.
    """
    if section.system.match_terms:
        return
    if section.games_of_a_match > 1:
        score = MatchScore.MATCH if section.counts_matches else MatchScore.GAMES
        terms = {"games": section.games_of_a_match, "score": score}
        MatchTerms.objects.update_or_create(section=section, defaults=terms)
    elif MatchTerms.objects.filter(section=section).exists():
        if OpeningDraw.objects.filter(section=section).exists():
            raise Conflict(say("draw_is_bound"))
        MatchTerms.objects.filter(section=section).delete()


def seat(section: Section, seats: Iterable[Seats]) -> int:
    """Create the boards of draft rounds: one for each of `seats`, or the games of each if matches are played.

    Returns the number of boards.  The caller has locked the section and checked the actor.
    """
    terms = terms_of(section)
    seats = list(seats)
    if terms is None:
        boards = [
            Pairing(round=item.round, board=item.number, white_id=item.first, black_id=item.second)
            for item in seats
        ]
    else:
        matches = Match.objects.bulk_create(
            Match(
                round=item.round,
                number=item.number,
                first_id=item.first,
                second_id=item.second,
                for_third=item.for_third,
            )
            for item in seats
        )
        boards = [
            game
            for match in matches
            if match.second_id is not None
            for game in _games(match, terms.games, section.first_board - 1)
        ]
    Pairing.objects.bulk_create(boards)
    return len(boards)


def _games(match: Match, games: int, before_first: int) -> list[Pairing]:
    """Return the games of a match, at consecutive boards."""
    before = before_first + (match.number - 1) * games
    return [game_of(match, leg, board=before + leg) for leg in range(1, games + 1)]


def game_of(match: Match, leg: int, *, board: int, like: Pairing | None = None) -> Pairing:
    """Return an unsaved game of a match, with the start position of `like`."""
    assert match.second_id is not None
    seats = (match.first_id, match.second_id)
    white, black = seats if colour_of_first(leg) is Side.WHITE else seats[::-1]
    return Pairing(
        round=match.round,
        board=board,
        white_id=white,
        black_id=black,
        match=match,
        leg=leg,
        start_position=like.start_position if like else "",
        opening=like.opening if like else "",
        drawn=like.drawn if like else None,
    )
