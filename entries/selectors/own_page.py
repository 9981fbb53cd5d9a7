"""The version of a player's own page, read with one query, to detect changes without rendering it."""

from typing import Any

from django.db.models import CharField, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from entries.models.check_in import CheckIn, Presence
from entries.models.fees import Fee, Payment
from games.compiled_queries import CompiledQuery
from tournaments.announcements import link_of
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.self_service import ByeRequest, PlayerLink, ResultReport
from tournaments.models.swiss import RequestedBye
from tournaments.selectors.texts import read_texts, texts
from tournaments.selectors.versions import digest

_ENTRY = ("section", "status", "section__archived_at", "section__standings_row__stamp")
_SHOWN = (
    *("number", "rating", "from_round", "section__slug", "section__control", "section__rounds_planned"),
    *("section__position", "section__format", "section__giver"),
)


def linked(digest_of_secret: str) -> QuerySet[PlayerLink]:
    """Return the valid link with this digest, with player and event, and the data of the page's version.

    `entries` is for `version_of_player`; `entries` and `facts` differ whenever the page has changed.
    """
    player, registrations = OuterRef("player"), Registration.objects.filter(player=OuterRef("player"))
    sections = Q(section__registrations__player=player)
    boards = Pairing.objects.filter(Q(white__player=player) | Q(black__player=player))
    result_reports = ResultReport.objects.filter(
        Q(pairing__white__player=player) | Q(pairing__black__player=player)
    )
    wishes = ByeRequest.objects.filter(registration__player=player)
    promised = RequestedBye.objects.filter(registration__player=player)
    display = Pairing.objects.filter(round__section__giver__player=player)
    names = Cast("section__names", CharField())
    return (
        PlayerLink.objects.filter(digest=digest_of_secret, revoked_at=None, player__event__archived_at=None)
        .select_related("player__event")
        .annotate(
            entries=texts(registrations, *_ENTRY),
            of_sections=texts(registrations, *_SHOWN, names),
            of_rounds=texts(Round.objects.filter(sections), "pk", "number", "status", "starts_at"),
            of_boards=texts(boards.exclude(round__status=RoundStatus.DRAFT), "pk", "version", "game__seq"),
            of_reports=texts(result_reports, "pairing", "side", "result"),
            of_wishes=texts(wishes, "registration", "round_number", "kind", "granted"),
            of_byes=texts(promised, "registration", "round_number", "kind"),
            of_check_ins=texts(CheckIn.objects.filter(sections), "pk", "opens_at", "closes_at"),
            of_presences=texts(Presence.objects.filter(registration__player=player), "check_in"),
            of_fees=texts(Fee.objects.filter(player=player), "pk", "amount", "lines"),
            of_payments=texts(Payment.objects.filter(fee__player=player), "pk"),
            of_display=texts(display, "pk", "game__seq"),
        )
    )


_FACTS = (
    *("of_sections", "of_rounds", "of_boards", "of_reports", "of_wishes", "of_byes", "of_display"),
    *("of_check_ins", "of_presences", "of_fees", "of_payments"),
)
#: Rows of `linked`: one or none.
valid_links = CompiledQuery(linked, str)


def own_page_state(row: Any) -> str:
    """Return a digest that changes whenever the own page of the player of `row` (from `linked`) changes."""
    player, event = row.player, row.player.event
    values = [getattr(event, name) for name in ("published", "slug", "rehearsal")]
    values += [player.full_name, player.title, version_for(player, row.entries)]
    return digest(values, [sorted(read_texts(getattr(row, name))) for name in _FACTS])


def version_of_player(player: Player) -> str:
    """Return the version of a player's own page from the tables of the sections; `player` with the event. One query.

    Messages between player and officials are not part of it: they are announced when sent, and a page reloads itself
    when it wakes up.
    """
    ((entries,),) = _entries(player.pk)
    return version_for(player, entries)


def version_for(player: Player, entries: str | None) -> str:
    """Return `version_of_player` from `entries` that have been read."""
    event = player.event
    return digest(event.published, event.names, event.time_zone, player.names, sorted(read_texts(entries)))


def _entries_of(player: int) -> QuerySet[Player, Any]:
    registrations = Registration.objects.filter(player=OuterRef("pk"))
    return Player.objects.filter(pk=player).values_list(texts(registrations, *_ENTRY))


_entries = CompiledQuery(_entries_of, int)


def version_for_channel(key: str) -> str | None:
    """Return the version of the player's page for a channel key, or None (registered with `games.hooks`)."""
    link = link_of(key)
    return None if link is None else version_of_player(link.player)
