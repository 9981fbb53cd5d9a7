"""Names of the subjects of log lines."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext

from tournaments.models.entry import Entry
from tournaments.models.log import Log
from tournaments.models.organisation import OrganisationLog
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.views.frame import language
from tournaments.views.labels import round_name


def subjects_of(rows: Sequence[Log | OrganisationLog]) -> dict[str, str]:
    """Return the names of subjects in the reader's language.  One query for each kind of subject."""
    wanted: dict[str, set[int]] = {}
    for row in rows:
        kind, _, key = row.subject.partition(":")
        if key.isdigit():
            wanted.setdefault(kind, set()).add(int(key))
    names: dict[str, str] = {}
    for kind, keys in wanted.items():
        names |= {f"{kind}:{key}": name for key, name in _names_by_key(kind, keys)}
    return names


def _names_by_key(kind: str, keys: set[int]) -> Iterable[tuple[int, str]]:
    if kind == "pairing":
        rows = Pairing.objects.filter(pk__in=keys).select_related("round", "white__player", "black__player")
        for row in rows:
            people = " – ".join(seat.player.name_in(language()) for seat in (row.white, row.black) if seat)
            board = gettext("%(round)s, board %(board)s") % {
                "round": round_name(row.round.number),
                "board": row.board,
            }
            yield row.pk, f"{board}: {people}"
    elif kind == "round":
        for round_ in Round.objects.filter(pk__in=keys).select_related("section__event"):
            yield round_.pk, f"{round_.section.name_in(language())}, {round_name(round_.number)}"
    elif kind == "section":
        for section in Section.objects.filter(pk__in=keys):
            yield section.pk, section.name_in(language())
    elif kind == "player":
        for player in Player.objects.filter(pk__in=keys):
            yield player.pk, player.name_in(language())
    elif kind == "entry":
        for entry in Entry.objects.filter(pk__in=keys):
            yield entry.pk, entry.full_name
    elif kind == "registration":
        for registration in Registration.objects.filter(pk__in=keys).select_related("player"):
            yield registration.pk, registration.player.name_in(language())
