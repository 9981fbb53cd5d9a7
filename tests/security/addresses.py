"""Every address of the site, read from Django's own URL table, with values for its variable parts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.urls import NoReverseMatch, get_resolver, reverse

from arbiter.models import Ruling
from arbiter.views import card, live
from tests.security.calls import OF_ORGANISATIONS
from tests.security.hall import Hall
from tests.security.parts import person_of
from tests.setup.test_addresses import leaves
from tournaments.models.boards import BoardQuestion
from tournaments.models.entry import Entry
from tournaments.models.swiss import ByeRequest, PairConstraint, RestorePoint

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line of a urlconf: its name, its whole route, the names of its variable parts."""

    name: str
    route: str
    parts: tuple[str, ...]


#: The user's account, invitations and the administration of the service are of no event: tests/accounts tries who may
#: open and do what there.
OF_NO_EVENT = ("account", "mfa_", "socialaccount_", "openid_connect_", "usersessions_", "administration", "setup")
#: Links in messages: tests/pages/public/test_people_choose_their_notifications.
OF_NO_EVENT = (*OF_NO_EVENT, "invitation", "notifications_")
#: Pages of clubs, federations and their series: tests/pages/desk/test_organisations_have_their_pages and
#: test_series_have_their_pages, tests/api/test_organisations_by_api.
OF_NO_EVENT = (*OF_NO_EVENT, "organisation", "desk_organisation", *OF_ORGANISATIONS)


def patterns() -> list[Pattern]:
    """Return all patterns of events, however deeply included; a page without a name gets an empty name."""
    return [pattern for pattern in _everything() if not pattern.name.startswith(OF_NO_EVENT)]


def patterns_of_no_event() -> list[Pattern]:
    """Return the other patterns: of accounts, invitations and the administration of the service."""
    return [pattern for pattern in _everything() if pattern.name.startswith(OF_NO_EVENT)]


def _everything() -> Iterator[Pattern]:
    for route, converters, pattern in leaves(get_resolver().url_patterns):
        yield Pattern(pattern.name or "", route, tuple(converters))


#: Parts of addresses that name one thing of the whole database, so that those of two events can be mixed up.
KEYS = frozenset(
    {
        "game_id", "player_id", "token_id", "webhook_id", "invitation_id", "session_id", "photo_id",
        "upload_id", "board_question_id", "entry_id", "request_id", "rule_id", "point_id", "ruling_id",
        "report_id", "key",
    }
)  # fmt: skip
#: Names of the actions at a board.
ACTS = {"live-action": tuple(live._HANDLERS), "board-action": tuple(card._HANDLERS)}


def candidates(hall: Hall) -> dict[str, tuple[object, ...]]:
    """Return candidates for each variable part of an address of the hall; those that open most pages come first."""
    sections = (
        *(hall.open, hall.swiss, hall.teams, hall.knockout, hall.display),
        *(hall.sheet, hall.draughts, hall.waiting, hall.fresh, hall.entered),
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
        "person_id": (person_of(hall, "alice"),),
        "other_id": (person_of(hall, "bob"),),
        "token_id": (hall.token.pk,),
        "webhook_id": (hall.webhook.pk,),
        "invitation_id": (hall.invitation.pk,),
        "session_id": (hall.next_session.pk,),
        "photo_id": photos,
        "upload_id": tuple(hall.event.uploads.order_by("pk").values_list("pk", flat=True)),
        "board_question_id": tuple(BoardQuestion.objects.filter(game=hall.game(1)).values_list("pk", flat=True)),
        "key": (hall.job.key, hall.report.key, hall.pairing_job.key, hall.exported.key, hall.sent.key),
        "token": (hall.secrets["link"], hall.secrets["entry"]),
        "form": ("csv", "pgn", "pdn", "svg"),
        "code": ("pairings", "players", "it3"),
        "registration": (1, 2),
        "team": (1, 2),
        "match": (1,),
        "round_number": (2, 3),
        "category": ("women",),
        "entry_id": _keys(Entry.objects.filter(section__event=hall.event)),
        "request_id": _keys(ByeRequest.objects.filter(registration__section__event=hall.event)),
        "rule_id": _keys(PairConstraint.objects.filter(section__event=hall.event)),
        "point_id": _keys(RestorePoint.objects.filter(section__event=hall.event)),
        "ruling_id": _keys(Ruling.objects.filter(game__pairing__round__section__event=hall.event)),
        "report_id": _keys(hall.event.payment_reports.all()),
        "fee": (1, 2),
        "receipt": (1,),
        "chapter": ("pairing", "glossary"),
    }


def _keys(rows: QuerySet[Any]) -> tuple[object, ...]:
    return tuple(rows.order_by("pk").values_list("pk", flat=True)[:2])


class CannotBeFilled(AssertionError):
    """A new variable part of an address, for which the hall has nothing."""


#: Required query strings by address.
QUERIES = {"oembed": f"?url={settings.SITE_URL}/events/ours/swiss/standings/"}


def addresses(pattern: Pattern, choices: Mapping[str, Sequence[object]]) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each address of the pattern that the choices for its parts give, with the values of the parts."""
    if pattern.name in ACTS:
        choices = {**choices, "name": ACTS[pattern.name]}
    missing = [part for part in pattern.parts if part not in choices]
    if missing:
        raise CannotBeFilled(
            f"{pattern.route} has a part that no test knows: {', '.join(missing)}. Give it a value in "
            "tests.security.addresses.candidates, and if it is the key of a row a line in KEYS."
        )
    for values in product(*(choices[part] for part in pattern.parts)):
        arguments = dict(zip(pattern.parts, values, strict=True))
        try:
            yield reverse(pattern.name, kwargs=arguments) + QUERIES.get(pattern.name, ""), arguments
        except NoReverseMatch:
            continue
