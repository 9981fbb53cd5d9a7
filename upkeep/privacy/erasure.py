"""Erase a person's name and data everywhere, according to the inventory; results, records and chains stay.

A number replaces the person's name. Texts that must not be rewritten are cleared, the only change that the database
allows for them (`games.append_only`).
"""

import json
import zlib
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import gettext, override

from accounts import administration
from accounts.models import User
from accounts.services import require_administrator
from arbiter.models import Appeal
from entries.models import Fee, Payment
from games.models.game import Game, IdempotencyKey
from games.models.record import RecordText
from games.models.sheet import SheetPhoto
from games.services.sheets import remove_files
from people.services.person_acts import forget_account
from people.services.person_acts import forget_player as forget_person_of
from tavleya import languages
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.sides import Side
from tavleya.use import ErasureRule
from tournaments.access import entered, uses
from tournaments.activity import happened, tables_changed
from tournaments.hooks import delete_old, player_erased
from tournaments.models.access import ApiToken, ErasureRequest, Invitation
from tournaments.models.activity import Job, Log
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.swiss import PlayerLink
from tournaments.services.jobs import forget_event_files
from tournaments.services.players import complete_player
from tournaments.services.shared import lock_event
from upkeep.kinds import PLAYER_ERASED
from upkeep.messages import say
from upkeep.privacy.inventory import HOLDINGS, Holding
from upkeep.privacy.people import Names, Person, ended_on, held_until, names_of, names_of_account, person_of

# Names in texts of an event: replaced by a number, or the text is cleared if it must not be rewritten.


def take_out(event: Event, names: Names, instead: str) -> None:
    """Remove the names from all texts of the event that may contain them according to the inventory."""
    for holding in HOLDINGS:
        if holding.event and holding.way in (ErasureRule.NAMED, ErasureRule.NAMED_EMPTIED):
            _take_out(holding, event, names, instead)


def _take_out(holding: Holding, event: Event, names: Names, instead: str) -> None:
    rows = holding.rows_in(event)
    model = rows.model
    for name in holding.names:
        if name in holding.withheld and not _packed(model, name):
            continue  # a salt
        for row in list(rows_naming(rows, name, names)):
            changes: dict[str, Any] = {name: _replaced(getattr(row, name), names, instead)}
            if holding.way is ErasureRule.NAMED_EMPTIED:
                is_json = isinstance(model._meta.get_field(name), models.JSONField)
                changes = {name: None} if is_json else dict.fromkeys(holding.names, "")
            model._default_manager.filter(pk=row.pk).update(**changes)


def rows_naming(rows: QuerySet[Any], name: str, names: Names) -> Iterator[Any]:
    """Yield the rows whose field `name` contains one of the names."""
    if not names.all:
        return
    if not _packed(rows.model, name):
        rows = rows.annotate(as_text=Cast(name, TextField())).filter(_may_hold(names))
    for row in rows.distinct():
        if _contains(getattr(row, name), names):
            yield row


def _may_hold(names: Names) -> Q:
    """Return a filter of texts that may contain a name, plain or with JSON escapes."""
    condition = Q()
    for name in names.all:
        # Neither database folds the case of all letters, so that of the longest word counts.
        word = max(name.split(), key=len)
        for spelled in {word, json.dumps(word)[1:-1]}:
            condition |= Q(as_text__icontains=spelled)
    return condition


def _packed(model: type[models.Model], name: str) -> bool:
    return isinstance(model._meta.get_field(name), models.BinaryField)


def _contains(value: Any, names: Names) -> bool:
    return bool(_replaced(value, names, "") != value)


def _replaced(value: Any, names: Names, instead: str) -> Any:
    """Return a value with names replaced: a text, JSON, JSON in a text (a webhook message) or packed JSON (a restore
    point).
    """
    if isinstance(value, bytes | memoryview):
        data = json.loads(zlib.decompress(bytes(value))) if value else None
        changed = _in_json(data, names, instead)
        return value if changed == data else zlib.compress(_dump(changed).encode())
    if not isinstance(value, str):
        return _in_json(value, names, instead)
    if value.startswith("{"):
        try:
            data = json.loads(value)
        except ValueError:
            return names.replaced(value, instead)
        changed = _in_json(data, names, instead)
        return value if changed == data else _dump(changed)
    return names.replaced(value, instead)


_dump: Callable[[Any], str] = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def _in_json(value: Any, names: Names, instead: str) -> Any:
    if isinstance(value, str):
        return names.replaced(value, instead, value=True)
    if isinstance(value, dict):
        return {name: _in_json(item, names, instead) for name, item in value.items()}
    if isinstance(value, list):
        return [_in_json(item, names, instead) for item in value]
    return value


log = structlog.get_logger(__name__)

#: Personal fields of a player in log rows about them.
_PERSONAL_ACTS = Q(action__regex=r"^(player|registration|bye)\.|^fee\.set$")


@transaction.atomic
def ask(*, now: datetime, user: User | None = None, player: Player | None = None) -> ErasureRequest:
    """Store a request for erasure, to be done by an administrator. Repeatable."""
    if player is not None and player.erased_at is not None:
        raise Conflict(say("already_erased"))
    erasure_request, _ = ErasureRequest.objects.get_or_create(
        user=user, player=player, done_at=None, defaults={"asked_at": now}
    )
    return erasure_request


@transaction.atomic
def erase_account(*, actor: Actor, now: datetime, user_id: int) -> None:
    """Delete the account and erase its person, as a player too.

    Raises: the errors of `accounts.administration.delete`; Conflict ("erasure_too_early").
    """
    require_administrator(actor)
    user = User.objects.filter(pk=user_id, deleted_at=None).first()
    if user is None:
        raise NotFound(say("no_such_account"))
    person = person_of(user)
    events = _lock(person, now)
    for player in person.players:
        _forget_player(player, actor, now)
    names = names_of_account(user)
    for event in events:
        take_out(event, names, "Deleted account")
    _forget_requests(person, names)
    administration.delete(actor=actor, now=now, user_id=user.pk)
    forget_account(user.pk)
    ApiToken.objects.filter(user=user).update(name="")
    ErasureRequest.objects.filter(user=user, done_at=None).update(done_at=now)
    _refresh_pages(person)
    log.info("person_erased", account=user.pk, players=[item.pk for item in person.players], by=actor.key)


@transaction.atomic
def erase_players(*, actor: Actor, now: datetime, player_ids: list[int]) -> int:
    """Erase players who are one person, in each of their events; return their number.

    Raises: BadInput ("no_player_chosen"); Conflict ("erasure_too_early").
    """
    require_administrator(actor)
    rows = Player.objects.filter(pk__in=player_ids, erased_at=None).select_related("event").order_by("pk")
    person = Person(None, tuple(rows))
    if not person.players:
        raise BadInput(say("no_player_chosen"))
    _lock(person, now)
    for player in person.players:
        _forget_player(player, actor, now)
    _refresh_pages(person)
    log.info("person_erased", players=[item.pk for item in person.players], by=actor.key)
    return len(person.players)


def _lock(person: Person, now: datetime) -> list[Event]:
    """Lock the events in the order of their keys, once none of them needs the name."""
    hold = held_until(person.events, now)
    if hold is not None:
        event, day = hold
        name = event.name_in(languages.DEFAULT)
        raise Conflict(say("erasure_too_early", event=name, day=day.isoformat()), day=day.isoformat())
    return [lock_event(event.pk) for event in person.events]


def placeholder(player: Player) -> str:
    """Return the name of an erased player; the number is the row's, and has no meaning elsewhere."""
    return f"Player {player.pk}"


def _forget_player(player: Player, actor: Actor, now: datetime) -> None:
    person, names, number = Person(None, (player,)), names_of(player), placeholder(player)
    for side, keys in _games_of(player).items():
        Game.objects.filter(pk__in=keys).update(**{f"{side.value}_name": number})
        RecordText.objects.filter(game__in=keys, seq=1, name=side.value).update(salt="", text="")
        remove_files(SheetPhoto.objects.filter(game__in=keys, keeper=side.value))
        Appeal.objects.filter(ruling__game__in=keys, side=side.value).update(grounds="")
    player_erased(player)
    _forget_log(player)
    take_out(player.event, names, number)
    _forget_requests(person, names)
    forget_event_files(Job.objects.filter(event=player.event))
    Job.objects.filter(Q(event=player.event) | Q(section__event=player.event)).exclude(finished_at=None).update(
        payload=b""
    )
    forget_person_of(player)
    for holding in HOLDINGS:
        if holding.way is ErasureRule.DELETED:
            holding.rows_of(person).delete()
    _leave_line_ups(player)
    Fee.objects.filter(player=player).update(reason="")
    Payment.objects.filter(fee__player=player).update(reference="")
    ErasureRequest.objects.filter(player=player, done_at=None).update(done_at=now)
    _empty(player, number, now)
    happened(PLAYER_ERASED, player, actor=actor, now=now)


def _leave_line_ups(player: Player) -> None:
    """Remove the player from the line-ups of entries; the team itself has the player's row."""
    name = (player.family_name, player.given_name)
    for entry in Entry.objects.filter(section__event=player.event).exclude(team_name=""):
        rows = [
            row
            for row in entry.line_up
            if (row["family_name"], row["given_name"]) != name
            and (player.fide_id is None or row["fide_id"] != player.fide_id)
        ]
        if len(rows) < len(entry.line_up):
            Entry.objects.filter(pk=entry.pk).update(line_up=rows)


def _refresh_pages(person: Person) -> None:
    """Invalidate the pages that show the names; this takes the last locks of the transaction."""
    tables_changed(Registration.objects.filter(player__in=person.players).values_list("section", flat=True))


def _empty(player: Player, number: str, now: datetime) -> None:
    for name, use in uses(Player).items():
        if use.person is ErasureRule.PLACEHOLDER:
            setattr(player, name, Player._meta.get_field(name).get_default())  # type: ignore[union-attr]
    player.family_name, player.user = number, None
    for code in languages.codes():
        with override(code):
            player.names[code] = gettext("Player %(number)s") % {"number": player.pk}
    player.erased_at, player.namesake = now, 0
    complete_player(player)
    player.save()


def _games_of(player: Player) -> dict[Side, list[int]]:
    """Return the games of a player by side, including annulled and replaced ones."""
    games_by_side: dict[Side, list[int]] = {}
    for side in Side:
        seat = {f"{side.value}__player": player}
        keys = set(Pairing.objects.filter(**seat, game__isnull=False).values_list("game", flat=True))
        newer = keys
        while newer := set(Game.objects.filter(replaced_by__in=newer).values_list("pk", flat=True)) - keys:
            keys |= newer
        # Games of an undone round: no board refers to them any more.
        name = {f"{side.value}_name": player.full_name}
        keys |= set(Game.objects.filter(pairing=None, phase="annulled", **name).values_list("pk", flat=True))
        games_by_side[side] = sorted(keys)
    return games_by_side


def _forget_log(player: Player) -> None:
    subjects = [
        f"player:{player.pk}",
        *(f"registration:{pk}" for pk in player.registrations.values_list("pk", flat=True)),
        *(f"fee:{pk}" for pk in Fee.objects.filter(player=player).values_list("pk", flat=True)),
    ]
    rows = Log.objects.filter(_PERSONAL_ACTS, event=player.event, subject__in=subjects)
    rows.update(before=None, after=None)


def _forget_requests(person: Person, names: Names) -> None:
    """Delete the stored API responses of the person, or with their name."""
    IdempotencyKey.objects.filter(actor__in=person.keys).delete()
    named = [row.pk for row in rows_naming(IdempotencyKey.objects.all(), "answer", names)]
    IdempotencyKey.objects.filter(pk__in=named).delete()


# Retention: a daily sweep deletes outdated data according to the settings.


def forget_old(now: datetime) -> dict[str, int]:
    """Delete the data whose retention has ended; return the number of rows by kind. Repeatable."""
    counts = {name: _delete_expired(forget, getattr(settings, name), now) for name, forget in _SWEEPS.items()}
    log.info("old_data_forgotten", **{name.lower(): count for name, count in counts.items()})
    return counts


@transaction.atomic
def _delete_expired(forget: Callable[[datetime, int], int], days: int, now: datetime) -> int:
    return forget(now, days) if days else 0


def _over_for(days: int, now: datetime) -> list[int]:
    """Return the events that ended more than this many days ago."""
    latest = (now - timedelta(days=days)).date()
    maybe = Event.objects.filter(Q(ends_on__lt=latest) | Q(ends_on=None), created_at__lt=now - timedelta(days=days))
    return [event.pk for event in maybe if ended_on(event) < latest]


def _links(now: datetime, days: int) -> int:
    return PlayerLink.objects.filter(player__event__in=_over_for(days, now)).delete()[0]


def _contacts(now: datetime, days: int) -> int:
    """Clear the contact data of players' entries, and delete entries of people who did not play."""
    over = _over_for(days, now)
    entries = Entry.objects.filter(section__event__in=over)
    count: int = entries.filter(player=None).delete()[0]
    fields = [Entry._meta.get_field(name) for name in entered(Entry) if name not in uses(Player)]
    empty = {field.name: field.get_default() for field in fields}  # type: ignore[union-attr]
    count += entries.exclude(**empty).update(**empty, reason="")
    past = Q(event__in=over) | Q(event=None, expires_at__lt=now - timedelta(days=days))
    return count + Invitation.objects.filter(past).exclude(email="").update(email="")


def _photographs(now: datetime, days: int) -> int:
    games = Game.objects.filter(pairing__round__section__event__in=_over_for(days, now))
    return remove_files(SheetPhoto.objects.filter(game__in=games))


def _sign_ins(now: datetime, days: int) -> int:
    Session.objects.filter(expire_date__lt=now).delete()
    count: int = UserSession.objects.filter(last_seen_at__lt=now - timedelta(days=days)).delete()[0]
    return count


def _messages(now: datetime, days: int) -> int:
    before = now - timedelta(days=days)
    forget_event_files(Job.objects.filter(created_at__lt=before))
    count = IdempotencyKey.objects.filter(at__lt=before).delete()[0]
    count += delete_old("KEEP_MESSAGES_DAYS", (), now, before)
    return count + Job.objects.filter(finished_at__lt=before).exclude(payload=b"").update(payload=b"")


def _delete_by_app(name: str) -> Callable[[datetime, int], int]:
    return lambda now, days: delete_old(name, _over_for(days, now), now, now - timedelta(days=days))


_SWEEPS: dict[str, Callable[[datetime, int], int]] = {
    "KEEP_LINKS_DAYS": _links,
    "KEEP_CONTACTS_DAYS": _contacts,
    "KEEP_DECLARATIONS_DAYS": _delete_by_app("KEEP_DECLARATIONS_DAYS"),
    "KEEP_PHOTOGRAPHS_DAYS": _photographs,
    "KEEP_SIGN_INS_DAYS": _sign_ins,
    "KEEP_MESSAGES_DAYS": _messages,
    "KEEP_SUBSCRIPTIONS_DAYS": _delete_by_app("KEEP_SUBSCRIPTIONS_DAYS"),
}
