"""Every address of the site, read from Django's own URL table, with what stands for its variable parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from arbiter.views import card, live
from tests.security.hall import Hall

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of a urlconf: its name, its whole route, the names of its variable parts."""

    name: str
    route: str
    parts: tuple[str, ...]


#: One's own account, invitations and the administration of the service are of no event: tests/accounts tries who may
#: open and do what there.
OF_NO_EVENT = (
    "account",
    "mfa_",
    "socialaccount_",
    "openid_connect_",
    "usersessions_",
    "administration",
    "setup",
)
OF_NO_EVENT = (*OF_NO_EVENT, "invitation")


def patterns() -> list[Pattern]:
    """All of events, however deep they are included; a page without a name stands with an empty one."""
    found = _patterns(get_resolver().url_patterns, "", ())
    return [one for one in found if not one.name.startswith(OF_NO_EVENT)]


def _patterns(
    found: Sequence[URLPattern | URLResolver], before: str, parts: tuple[str, ...]
) -> Iterator[Pattern]:
    for one in found:
        route, own = before + str(one.pattern), (*parts, *one.pattern.converters)
        if isinstance(one, URLResolver):
            yield from _patterns(one.url_patterns, route, own)
        else:
            yield Pattern(one.name or "", route, own)


#: Parts of addresses that name one thing of the whole database, so that those of two events can be mixed up.
KEYS = frozenset(
    {"game_id", "player_id", "token_id", "webhook_id", "invitation_id", "session_id", "photo_id", "key"}
)
#: Words that stand for what is done at a board.
ACTS = {"live-action": tuple(live._HANDLERS), "board-action": tuple(card._HANDLERS)}


def candidates(hall: Hall) -> dict[str, tuple[object, ...]]:
    """What may stand for each variable part in an address of the hall, what opens most pages first."""
    sections = (
        *(hall.open, hall.swiss, hall.teams, hall.knockout, hall.display),
        *(hall.sheet, hall.draughts, hall.waiting, hall.fresh),
    )
    photos = tuple(hall.game(2).sheet_photos.order_by("pk").values_list("pk", flat=True))
    return {
        "slug": (hall.slug,),
        "section_slug": tuple(section.slug for section in sections),
        "section": tuple(section.slug for section in sections),
        "category_slug": ("women",),
        "number": (1, 2, None),
        "match_number": (1,),
        "board": (1, 2),
        "game_id": tuple(hall.game(board).pk for board in range(1, 6)),
        "player_id": (hall.players["alice"].pk,),
        "token_id": (hall.token.pk,),
        "webhook_id": (hall.webhook.pk,),
        "invitation_id": (hall.invitation.pk,),
        "session_id": (hall.next_session.pk,),
        "photo_id": photos,
        "key": (hall.job.key, hall.report.key, hall.pairing_job.key, hall.exported.key, hall.sent.key),
        "token": (hall.secrets["link"],),
        "form": ("csv", "pgn", "pdn", "svg"),
        "code": ("pairings", "players"),
    }


class CannotBeFilled(AssertionError):
    """A new variable part of an address, for which the hall has nothing."""


def addresses(
    pattern: Pattern, given: Mapping[str, Sequence[object]]
) -> Iterator[tuple[str, dict[str, object]]]:
    """Every address of the pattern that can be made of the values, each with those it was made of."""
    choices = dict(given)
    if pattern.name in ACTS:
        choices["name"] = ACTS[pattern.name]
    missing = [part for part in pattern.parts if part not in choices]
    if missing:
        raise CannotBeFilled(
            f"{pattern.route} has a part that no test knows: {', '.join(missing)}. Give it a value in "
            "tests.security.addresses.candidates, and if it is the key of a row a line in KEYS."
        )
    for values in product(*(choices[part] for part in pattern.parts)):
        named = dict(zip(pattern.parts, values, strict=True))
        try:
            yield reverse(pattern.name, kwargs=named), named
        except NoReverseMatch:
            continue
