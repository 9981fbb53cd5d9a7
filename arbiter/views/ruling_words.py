"""The words of rulings: their kinds in groups, their outcomes, and the answers that an arbiter chooses from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import get_language, gettext

from arbiter.citations import cite
from arbiter.models import Ruling
from common.messages import N_
from core.law import library
from core.law.kinds import KINDS, kinds_of
from core.rules.registry import spec_of
from core.tiebreaks.table import points_text
from games.views.ledger import claim_name, result_shown, side_name

# Rulings that follow from others, or come of their own pages.
_OTHER_KINDS: Mapping[str, str] = MappingProxyType(
    {
        "call": N_("Call of the arbiter"),
        "forfeited": N_("Forfeited after an exclusion"),
        "reversal": N_("Ruling undone"),
    }
)
OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        Ruling.Outcome.UPHELD: N_("upheld"),
        Ruling.Outcome.REJECTED: N_("rejected"),
        Ruling.Outcome.DISMISSED: N_("not upheld"),
        Ruling.Outcome.APPLIED: N_("applied"),
        Ruling.Outcome.POSTPONED: N_("put off"),
        Ruling.Outcome.ADVICE: N_("advice only"),
        Ruling.Outcome.REVERSED: N_("undone"),
    }
)

# The menu of the board card, in the order in which a hall needs it.
GROUPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        N_("Moves"),
        ("illegal_move", "illegal_act", "touch_move", "draughts_violation", "displaced", "restored"),
    ),
    (
        N_("Clock"),
        ("flag", "both_flags", "time", "defective_clock", "control_unproven", "deduction", "clock_place"),
    ),
    (N_("Draw claims"), ("draw_claim", "quickplay", "increment")),
    (N_("Conduct"), ("penalty", "refusal", "disturbance", "incident", "score")),
    (N_("Set-up"), ("beginning",)),
    (N_("Absence"), ("absence", "overdue")),
    (N_("Calls"), ("dismissed",)),
)

_ANSWERS: Mapping[str, str] = MappingProxyType(
    {
        "both": N_("both"),
        "unknown": N_("not known"),
        "arbiter": N_("the arbiter"),
        "yes": N_("yes"),
        "no": N_("no"),
        "forfeit": N_("the game is lost by default"),
        "excuse": N_("excused: the game is played"),
        "pieces": N_("the pieces"),
        "board": N_("the board"),
        "colours": N_("the colours"),
        "clock": N_("the clock"),
        "new_game": N_("a new game"),
        "continue": N_("the game goes on"),
        "correct": N_("it is put right"),
        "accept": N_("it stands"),
        "restoring": N_("he puts them right now"),
        "restored": N_("he has done so"),
        "outside": N_("from outside"),
        "players": N_("by the players"),
        "step": N_("the next step"),
        "warning": N_("a warning"),
        "opponent_time": N_("time to the opponent"),
        "time_off": N_("time off the player's clock"),
        "loss": N_("loss of the game"),
        "exclusion": N_("exclusion from the event"),
        "opponent_points": N_("points of the game to the opponent"),
        "points_off": N_("points of the game off the player"),
        "fine": N_("a fine"),
        "rounds": N_("the next rounds are not played"),
        "accepted": N_("accepted: drawn"),
        "refused": N_("declined"),
        "grant": N_("it is added for both"),
        "deny": N_("no time is added"),
        "win": N_("a win"),
        "draw": N_("a draw"),
        "agree": N_("agreed: drawn"),
        "postpone": N_("put off: play goes on under observation"),
        "reject": N_("rejected"),
    }
)
_ANSWERS_TO: Mapping[tuple[str, str], str] = MappingProxyType(
    {("opponent_score", "loss"): N_("nothing: both lose"), ("wish", "accept"): N_("it stays as it is")}
)


def kind_name(kind: str) -> str:
    if kind in KINDS:
        return KINDS[kind].name.render(gettext)
    return gettext(_OTHER_KINDS[kind]) if kind in _OTHER_KINDS else kind


def outcome_name(outcome: str) -> str:
    return gettext(OUTCOMES[outcome])


def answer_name(fact: str, answer: str) -> str:
    """What an arbiter reads beside a choice."""
    if answer in ("white", "black"):
        return side_name(answer)
    if fact == "claim":
        return claim_name(answer)
    if fact == "result":
        return result_shown(answer)
    if fact == "half_points":
        return points_text(int(answer))
    return gettext(_ANSWERS_TO.get((fact, answer)) or _ANSWERS.get(answer, answer))


def groups_of(game: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The menu for one game: groups of (kind, name), without those that its rules do not know."""
    known = {kind.key for kind in kinds_of(game)}
    shown = [
        (gettext(name), [(key, kind_name(key)) for key in keys if key in known]) for name, keys in GROUPS
    ]
    return [group for group in shown if group[1]]


@dataclass(frozen=True, slots=True)
class ShownArticle:
    """An article as it is cited, with its sentence in the reader's language; empty where the book has none."""

    id: str
    cited: str
    text: str


def shown_article(id_: str) -> ShownArticle:
    return ShownArticle(id_, cite(id_), _text(id_))


def articles_of_game(game: str) -> list[ShownArticle]:
    """Every article of the game's law book, to choose from."""
    books = (book for book in library.BOOKS.values() if book.game == spec_of(game).laws)
    return [shown_article(one.id) for book in books for one in book.articles]


def reading_language() -> str:
    """The reader's language, if the law books are written in it, else English."""
    tongue = (get_language() or "en").split("-")[0]
    return tongue if tongue in ("en", "ru", "uk") else "en"


def _text(id_: str) -> str:
    return library.article(id_).text[reading_language()] if library.known(id_) else ""
