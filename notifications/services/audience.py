"""Turn notices into deliveries: one per subscribed address, in its language, outside quiet hours."""

import base64
import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from games.models.game import Game
from notifications.models import Delivery, Notice, Subscription
from notifications.services.kinds import CALL, ENTERED, KINDS, Kind, Reader, reader_of
from notifications.services.outbox import OVERTAKEN, SPREAD_NOTICES, digest_of, drop, end
from tavleya.actors import Role, Standing
from tavleya.permissions import allowed
from tournaments.access import IN_EVENTS
from tournaments.hooks import story_of
from tournaments.models.access import EventRole
from tournaments.models.event import Event, OrganisationRole
from tournaments.models.pairing import Pairing
from tournaments.models.player import Person, Player, Registration, RegistrationStatus
from tournaments.notices import Listener, Occasion, Story, Text
from tournaments.services.jobs import sweep_soon

#: The pause before a failed notice is tried again, and the time after which it is given up.
_PAUSE, _LONGEST = timedelta(minutes=5), timedelta(hours=6)

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Recipient:
    """A subscription, and the player of the event that it is about; for a person, their player here."""

    row: Subscription
    player_id: int | None


def spread_notices(now: datetime) -> Counter[str]:
    """Make the deliveries of every due notice; return their number by channel.

    A notice is replaced by its deliveries in one transaction, so that each subscriber gets exactly one message.
    """
    counts: Counter[str] = Counter()
    while (key := _next(now)) is not None:
        try:
            _spread_one(key, now, counts)
        except Exception:
            # A failing notice must not block the others.
            log.exception("notice_not_spread", notice=key)
            Notice.objects.filter(pk=key, made_at__lt=now - _LONGEST).delete()
            Notice.objects.filter(pk=key).update(due_at=now + _PAUSE)
    return counts


def _next(now: datetime) -> int | None:
    return Notice.objects.filter(due_at__lte=now).order_by("due_at", "pk").values_list("pk", flat=True).first()


@transaction.atomic
def _spread_one(key: int, now: datetime, counts: Counter[str]) -> None:
    # It is fine to wait for another sweep with the same notice: the notice is gone then.
    notice = Notice.objects.select_for_update(of=("self",)).filter(pk=key).select_related("event").first()
    if notice is None:
        return
    counts.update(spread(notice, now))
    notice.delete()


def spread(notice: Notice, now: datetime, subscribed_by: datetime | None = None) -> Counter[str]:
    """Make the deliveries of a notice; return their number by channel.

    `subscribed_by`: later subscriptions do not receive it.
    """
    deliveries = list(_deliveries(notice, now, subscribed_by or now))
    if deliveries:
        tags = {delivery.tag for delivery in deliveries}
        drop(Q(subscription__in=[delivery.subscription_id for delivery in deliveries], tag__in=tags), OVERTAKEN)
        Delivery.objects.bulk_create(deliveries, batch_size=500)
    if notice.kind == ENTERED:
        remember(notice.event, int(notice.facts["player"]))
    return Counter(delivery.channel for delivery in deliveries)


def _deliveries(notice: Notice, now: datetime, subscribed_by: datetime) -> Iterator[Delivery]:
    story = story_of(notice.kind, Occasion(notice.facts, notice.made_at, notice.due_at))
    kind = KINDS[notice.kind]
    if story is None:
        return
    addresses: set[tuple[str, str]] = set()  # a follower of player and section gets the player's message
    first_keys: dict[tuple[str, str, int], int] = {}  # a follower of player and person gets one message
    for to, text in _texts(_recipients(notice.event, kind, subscribed_by), story, notice.event):
        row = to.row
        address = (row.channel, row.address)
        if to.player_id is None and row.user_id is None and address in addresses:
            continue
        if to.player_id is not None and first_keys.setdefault((*address, to.player_id), row.pk) != row.pk:
            continue
        addresses.add(address)
        yield _delivery(to, text, notice, kind, now)


def _recipients(event: Event, kind: Kind, subscribed_by: datetime) -> list[Recipient]:
    """Return the subscribers of the kind that may receive it: subscriptions to own players first, to no player last."""
    rows = Subscription.objects.filter(event=event, ended_at=None, confirmed_at__isnull=False)
    recipients = [Recipient(row, row.player_id) for row in rows.filter(made_at__lte=subscribed_by)]
    if Reader.PERSON in kind.readers and live().exists():
        players = follows_in(event)
        followers = live().filter(person__in=players, made_at__lte=subscribed_by)
        recipients += [Recipient(row, players[row.person_id or 0]) for row in followers]
    wanted = [
        to
        for to in recipients
        if kind.code in to.row.kinds and reader_of(to.row.person_id, to.row.user_id, own=to.row.own) in kind.readers
    ]
    officials = _officials(event, kind) if any(to.row.user_id for to in wanted) else set()
    wanted = [to for to in wanted if to.row.user_id is None or to.row.user_id in officials]
    return sorted(wanted, key=lambda to: (_rank(to), to.row.language, to.row.zone, to.row.pk))


def _rank(to: Recipient) -> int:
    if to.row.own:
        return 0
    return 2 if to.player_id is None and to.row.user_id is None else 1


def _officials(event: Event, kind: Kind) -> set[int]:
    roles: dict[int, set[Role]] = {}
    organisation_roles = OrganisationRole.objects.filter(organisation__events=event).values_list("user", "role")
    for user, role in (*EventRole.objects.filter(event=event).values_list("user", "role"), *organisation_roles):
        roles.setdefault(user, set()).add(IN_EVENTS.get(role) or Role(role))
    action = kind.needs
    return {user for user, user_roles in roles.items() if action and allowed(Standing(frozenset(user_roles)), action)}


def _texts(recipients: Iterable[Recipient], story: Story, event: Event) -> Iterator[tuple[Recipient, Text]]:
    for (language, zone), group in groupby(recipients, key=lambda to: (to.row.language, to.row.zone)):
        with translation.override(language or settings.LANGUAGE_CODE), timezone.override(_zone(zone, event)):
            for to in group:
                row = to.row
                for text in story(Listener(to.player_id, row.user_id, row.section_id, row.own, row.players_told)):
                    yield to, text


def _zone(name: str, event: Event) -> ZoneInfo:
    return ZoneInfo(name) if name else event.zone


def _delivery(to: Recipient, text: Text, notice: Notice, kind: Kind, now: datetime) -> Delivery:
    row = to.row
    due = due_at(row, notice.event, now, text.needed_by)
    return Delivery(
        event=notice.event,
        subscription=row,
        channel=row.channel,
        kind=kind.code,
        language=row.language,
        title=text.title,
        body=text.body,
        path=text.path,
        tag=_tag(to, notice.event_id, kind, text),
        urgent=kind.urgent,
        made_at=now,
        due_at=due,
        expires_at=due + kind.of_use,
    )


def _tag(to: Recipient, event: int, kind: Kind, text: Text) -> str:
    """Return 24 letters that are equal for messages that replace one another."""
    identity = f"{event}:{kind.code}:{text.subject}:{to.player_id}:{to.row.own}"
    return base64.urlsafe_b64encode(hashlib.sha256(identity.encode()).digest()[:18]).decode()


def due_at(row: Subscription, event: Event, now: datetime, needed_by: datetime | None) -> datetime:
    """Return now, or the end of the current quiet hours, unless that would be too late."""
    start, end = row.quiet_from, row.quiet_to
    if start is None or end is None or start == end:
        return now
    local_now = now.astimezone(_zone(row.zone, event))
    clock = local_now.time()
    quiet = start <= clock < end if start < end else clock >= start or clock < end
    if not quiet:
        return now
    day = local_now.date() if clock < end else local_now.date() + timedelta(days=1)
    quiet_end = datetime.combine(day, end, tzinfo=local_now.tzinfo)
    return now if needed_by is not None and needed_by <= quiet_end else quiet_end


# Notices, written in the transaction of the act; their audience is determined afterwards.


def note_ahead(event: Event, kind: str, now: datetime, due: datetime, facts: Mapping[str, object]) -> None:
    """Schedule a notice for a future time, if it is then still valid; its audience is determined at that time."""
    if due > now:
        Notice.objects.create(event=event, kind=kind, facts=dict(facts), made_at=now, due_at=due)


def note_call(game: Game, now: datetime, called: bool) -> None:
    """Notify officials that an arbiter is called to a board (registered with `games.hooks`)."""
    board = Pairing.objects.filter(game=game).select_related("round__section__event").first() if called else None
    if board is None:
        return
    event = board.round.section.event
    if event.published and heard(event):
        Notice.objects.create(event=event, kind=CALL, facts={"pairing": board.pk}, made_at=now, due_at=now)
        sweep_soon(SPREAD_NOTICES)


# Follows of persons: their players in an event, notices of new entries, and the end of follows.
#
# A subscription to a person stores no players. They are looked up when a message is made, so that the
# result is correct after persons are joined, split, hidden or erased.

#: Players that make a person public.
SHOWN = Q(
    on_person_page=True, event__published=True, event__archived_at=None, event__rehearsal=False, event__template=False
)


def entered(person: Person | None) -> list[int]:
    """Return the players entered according to the person's page."""
    players = _entered(Player.objects.filter(SHOWN, person=person))
    return list(players.order_by("pk").values_list("pk", flat=True))


def follows_in(event: Event) -> dict[int, int]:
    """Return the player of each followable person of the event, also by persons joined to them since."""
    players = dict(Player.objects.filter(SHOWN, event=event).values_list("person", "pk"))
    new = set(players)
    while new:
        joined_persons = Person.objects.filter(joined_to__in=new).values_list("pk", "joined_to")
        earlier = {key: players[to] for key, to in joined_persons if to is not None and key not in players}
        players |= earlier
        new = set(earlier)
    return players


def together(person: Person) -> set[int]:
    """Return all persons joined to this one, as chosen by followers."""
    seen: set[int] = set()
    while person.joined_to is not None and person.pk not in seen:
        seen.add(person.pk)
        person = person.joined_to
    return _with_joined_persons({person.pk})


def live() -> QuerySet[Subscription]:
    """Return the active follows of persons."""
    return Subscription.objects.filter(person__isnull=False, ended_at=None, confirmed_at__isnull=False)


def heard(event: Event) -> bool:
    """Return whether anyone follows the event, or a person who plays in it."""
    if Subscription.objects.filter(event=event, ended_at=None).exists():
        return True
    return live().exists() and live().filter(person__in=follows_in(event)).exists()


def note_entered(now: datetime) -> int:
    """Write notices of followed persons' new entries in public events that a follower does not know yet.

    Called periodically, because a player becomes public in many ways: entered, joined to the person, by publishing the
    event. Returns the number of players.
    """
    today = timezone.localdate(now) - timedelta(days=1)  # some event's yesterday
    if not live().exists():
        return 0
    count = 0
    over = Q(ends_on__lt=today) | Q(ends_on=None, starts_on__lt=today)
    events = Event.objects.filter(~over, published=True, archived_at=None)
    for event in events.filter(Exists(Player.objects.filter(SHOWN, event=OuterRef("pk")))):
        follows = follows_in(event)
        wanted = live().filter(person__in=follows).values_list("person", "players_told")
        new_players = {follows[person] for person, told in wanted if person and follows[person] not in told}
        for player in _entered(Player.objects.filter(pk__in=new_players)).order_by("pk"):
            Notice.objects.create(event=event, kind=ENTERED, facts={"player": player.pk}, made_at=now, due_at=now)
            count += 1
    if count:
        sweep_soon(SPREAD_NOTICES)
    return count


def remember(event: Event, player: int) -> None:
    """Mark the entry as known to all followers of the player's person, whether or not they got a message."""
    persons = [person for person, key in follows_in(event).items() if key == player]
    subscriptions = [row for row in live().filter(person__in=persons) if player not in row.players_told]
    for row in subscriptions:
        row.players_told = [*row.players_told, player]
    Subscription.objects.bulk_update(subscriptions, ["players_told"], batch_size=500)


def _entered(players: QuerySet[Player]) -> QuerySet[Player]:
    """Return the players in sections that are not over."""
    entries = Registration.objects.filter(player=OuterRef("pk"), status=RegistrationStatus.ACTIVE)
    return players.filter(Exists(entries.filter(section__archived_at=None, section__final_at=None)))


def end_hidden(persons: Collection[int], now: datetime) -> None:
    """End the follows of hidden persons; they do not resume if a person is shown again."""
    end(Q(person__in=_with_joined_persons(persons)), "hidden", now)


def keep_silent(persons: Collection[int], players: Iterable[Player]) -> None:
    """Drop the queued messages about these players, who are now hidden or belong to another person."""
    events = {player.event_id for player in players}
    if events and persons:
        drop(Q(subscription__person__in=_with_joined_persons(persons), event__in=events), "unwanted")


def hand_over(persons: QuerySet[Person]) -> None:
    """Move the follows of removed persons to the persons they were joined to."""
    rows = Subscription.objects.filter(person__in=persons.exclude(joined_to=None), ended_at=None)
    for row in rows.select_related("person__joined_to"):
        assert row.person is not None
        row.person = row.person.joined_to
        row.digest = digest_of(row)
        if not Subscription.objects.filter(digest=row.digest).exists():
            row.save(update_fields=["person", "digest"])


def _with_joined_persons(persons: Collection[int]) -> set[int]:
    keys = new = set(persons)
    while new:
        joined_persons = Person.objects.filter(joined_to__in=new).exclude(pk__in=keys)
        new = set(joined_persons.values_list("pk", flat=True))
        keys = keys | new
    return keys
