"""Names of the codes of sections, rounds and byes, in the language of the reader: for forms and pages."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.utils.translation import gettext, pgettext

from games import gate
from games.models.game import Game
from tavleya.actors import ANONYMOUS, Actor
from tavleya.messages import N_
from tavleya.pairing import berger
from tavleya.permissions import Action, allowed
from tavleya.tiebreaks.table import EncounterKind
from tournaments.access import standing_in, standing_of_game
from tournaments.models.event import Event
from tournaments.models.round import RoundStatus
from tournaments.models.section import RatingKind
from tournaments.systems.registry import SYSTEMS, edition_labels, method_of

_STATUSES: Mapping[str, str] = MappingProxyType(
    {
        RoundStatus.DRAFT: N_("Draft, seen by officials only"),
        RoundStatus.PUBLISHED: N_("Published"),
        RoundStatus.PLAYING: N_("In progress"),
        RoundStatus.CLOSED: N_("Finished"),
    }
)
_TABLES = N_("FIDE C.05, Annex 1")
_BYES: Mapping[str, str] = MappingProxyType(
    {
        EncounterKind.PAIRING_BYE: N_("pairing-allocated bye"),
        EncounterKind.FULL_BYE: N_("full-point bye"),
        EncounterKind.HALF_BYE: N_("half-point bye"),
        EncounterKind.ZERO_BYE: N_("zero-point bye"),
    }
)


def format_name(code: str) -> str:
    return gettext(SYSTEMS[code].label) if code in SYSTEMS else code


def method_name(system: str, edition: str = "") -> str:
    """Return the name of a round's pairing method; empty if no system paired it."""
    method = method_of(system)
    if method is None:
        return ""
    if edition in edition_labels():
        return gettext(edition_labels()[edition])
    name = gettext(method.label)
    if not (method.with_edition and edition):
        return name
    return f"{name}, {gettext(_TABLES) if edition == berger.EDITION else edition}"


def status_name(code: str) -> str:
    return gettext(_STATUSES[code])


def bye_name(code: str) -> str:
    return gettext(_BYES[EncounterKind(code)])


def rating_name(kind: str) -> str:
    """Return the name of a FIDE rating: standard, rapid or blitz."""
    return pgettext("rating", str(RatingKind(kind).label))


# Viewers of boards that are broadcast with a delay: officials of the event and the two players see them at
# once.


class EventViewer:
    """A viewer of pages of the event with `slug`, or of no event; permissions are loaded once, if any data are held
    back.

    `actor` is called only then, so that pages without a delay need no user.
    """

    def __init__(self, actor: Callable[[], Actor], slug: str = "") -> None:
        self.slug = slug
        self._actor = actor
        self._all: bool | None = None
        self._games: dict[int, bool] = {}

    def sees_all(self) -> bool:
        if self._all is None:
            with gate.bypass_gate():
                self._all = self._is_official()
        return self._all

    def sees(self, game_id: int | None) -> bool:
        if self.sees_all():
            return True
        if game_id is None or self._actor() == ANONYMOUS:
            return False
        if game_id not in self._games:
            with gate.bypass_gate():
                game = Game.objects.filter(pk=game_id).first()
                self._games[game_id] = game is not None and bool(standing_of_game(self._actor(), game).sides)
        return self._games[game_id]

    def _is_official(self) -> bool:
        actor = self._actor()
        if actor == ANONYMOUS or not self.slug:
            return False
        event = Event.objects.filter(slug=self.slug).first()
        return event is not None and allowed(standing_in(actor, event), Action.SEE_DESK)
