import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet

from games.compiled_queries import CompiledQuery
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.formats.names import PersonName, identity, search_key, sort_key
from tavleya.formats.players_csv import two_people
from tavleya.permissions import Action
from tavleya.ratings import TYPED, is_list
from tournaments.access import editable, require
from tournaments.activity import happened
from tournaments.kinds import PLAYER_ADDED, PLAYER_EDITED, PLAYER_LINK_RENEWED, PLAYER_LINK_REVOKED, PLAYER_LINKS_ISSUED
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import check_texts
from tournaments.services.shared import change, check_fields, find, lock_event, lock_event_for, note, or_refuse
from tournaments.services.tokens import digest_of

HIGHEST_RATING = 4000


@transaction.atomic
def add_player(*, actor: Actor, now: datetime, event_id: int, **person: Any) -> Player:
    """Add a person to the event.  Conflict `duplicate_player` for the same FIDE number, or name and year of birth.

    `person`: the fields that `edit_player` changes; `rating_sources` gives the sources of ratings; ratings without one
    count as typed.  Two FIDE numbers tell namesakes apart; use `entries.enter_person` for others of the same name.
    Raises: BadInput ("unknown_field").
    """
    event = lock_event_for(actor, Action.ENTER_PLAYERS, event_id)
    for name in sorted(person.keys() - editable(Player) - {"rating_sources"}):
        raise BadInput(say("unknown_field", field=name), field=name)
    return new_player(event, person, another=False, actor=actor, now=now)


def new_player(event: Event, person: Mapping[str, Any], *, another: bool, actor: Actor, now: datetime) -> Player:
    """Add a player to the locked event.  `another`: although a player has the same name."""
    player = Player(event=event, **person)
    save_player(player, another=another)
    after = {"player": player.full_name, "fide_id": player.fide_id}
    happened(PLAYER_ADDED, player, actor=actor, now=now, after=after)
    return player


@transaction.atomic
def edit_player(*, actor: Actor, now: datetime, player_id: int, changes: Mapping[str, object]) -> Player:
    """Correct the data of a player.  Open games keep the names with which they were opened."""
    event_id = find(
        Player.objects.filter(pk=player_id).values_list("event", flat=True), NotFound(say("no_such_player.in_event"))
    )
    event = lock_event_for(actor, Action.ENTER_PLAYERS, event_id)
    player = event.players.get(pk=player_id)
    ratings = dict(player.ratings)
    before, after = change(player, changes)
    if after:
        # A changed rating counts as typed: `complete_player` marks every rating without a source as typed.
        player.rating_sources = {
            name: source
            for name, source in player.rating_sources.items()
            if player.ratings.get(name) == ratings.get(name)
        }
        save_player(player)
        happened(PLAYER_EDITED, player, actor=actor, now=now, before=before, after=after)
    return player


def save_player(player: Player, *, another: bool = False) -> None:
    """Check, complete and save a player.  The caller has locked the event.

    `another`: the player is known to differ from others of the same name.  Raises: Conflict ("duplicate_player").
    """
    old_identity = player.identity
    complete_player(player)
    others = Player.objects.filter(event=player.event_id).exclude(pk=player.pk)
    twin = others.filter(fide_id=player.fide_id).first() if player.fide_id else None
    if twin is not None:
        raise duplicate(twin)
    if player.identity != old_identity:
        number_namesake(player, others.filter(identity=player.identity).order_by("namesake"), another=another)
    player.save()


def number_namesake(player: Player, alike: Iterable[Player], *, another: bool) -> None:
    """Number the player among namesakes of the same identity.  Raises: Conflict ("duplicate_player")."""
    namesakes = list(alike)
    if not another:
        twin = next((namesake for namesake in namesakes if not two_people(player.fide_id, namesake.fide_id)), None)
        if twin is not None:
            raise duplicate(twin)
    player.namesake = namesakes[-1].namesake + 1 if namesakes else 0


def duplicate(twin: Player) -> Conflict:
    return Conflict(say("duplicate_player", player=twin.full_name), player=twin.pk)


def complete_player(player: Player) -> None:
    """Check the data of a player, and fill in the folded forms of the name; nothing is saved."""
    name = PersonName(player.family_name.strip(), player.given_name.strip(), player.patronymic.strip())
    player.family_name, player.given_name, player.patronymic = name.family, name.given, name.patronymic
    if not any(letter.isalpha() for letter in name.family):
        raise BadInput(say("name_missing"), field="family_name")
    _check_ratings(player.ratings)
    player.rating_sources = {name: player.rating_sources.get(name, TYPED) for name in player.ratings}
    check_texts(player.names, "names", optional=True)
    if player.birth_date and player.birth_date.year != player.birth_year:
        player.birth_date = None  # the year was corrected
    player.identity = identity(name, player.birth_year)
    player.sort_key = sort_key(name)
    player.search_key = search_key([name.full, *player.names.values(), player.club])
    check_fields(player, exclude=["event"])


def _check_ratings(ratings: Mapping[str, object]) -> None:
    for kind, rating in ratings.items():
        good = isinstance(rating, int) and not isinstance(rating, bool) and 0 < rating <= HIGHEST_RATING
        if not is_list(kind) or not good:
            raise BadInput(say("bad_rating", rating=rating), field="ratings")


# Private links to players' pages: create, show, renew and revoke them.
#
# The secret of a link is a keyed digest (HMAC-SHA-256 with the service's own key) of the player and the
# link's number, so that it can be printed again without being stored; the database has only a digest of the
# secret, for look-up.

#: Actions of a link's holder: a player's actions at their own board, within the player's rights.
SCOPES = frozenset(
    action.value
    for action in (
        Action.PLAY,
        Action.CLAIM,
        Action.CALL_ARBITER,
        Action.SEAL,
        Action.WRITE_SHEET,
        Action.REPORT_RESULT,
        Action.ASK_BYE,
        Action.CHECK_IN,
        Action.SUBMIT_ENTRY,
    )
)
_OPENING_NOTED_EVERY = timedelta(minutes=1)
_BYTES = 18  # 144 bits: 24 letters in the address


@transaction.atomic
def issue_player_links(*, actor: Actor, now: datetime, event_id: int, player_ids: Iterable[int] | None = None) -> int:
    """Create links for players of the event (or these of them) without a valid link; return their number.

    A link that was revoked stays so: a new one has another address.
    """
    event = lock_event_for(actor, Action.ISSUE_PLAYER_LINKS, event_id)
    valid = PlayerLink.objects.filter(player=OuterRef("pk"), revoked_at=None)
    players = Player.objects.filter(~Exists(valid), event=event)
    if player_ids is not None:
        players = players.filter(pk__in=player_ids)
    player_links = _make(list(players.annotate(last=Max("player_links__serial"))), now)
    if player_links:
        happened(PLAYER_LINKS_ISSUED, event, actor=actor, now=now, after={"players": len(player_links)})
    return len(player_links)


def give_link(player: Player, *, now: datetime) -> None:
    """Make a link for a player without a valid one.  The caller has locked the event."""
    if not PlayerLink.objects.filter(player=player, revoked_at=None).exists():
        _make(list(Player.objects.filter(pk=player.pk).annotate(last=Max("player_links__serial"))), now)


@transaction.atomic
def renew_player_link(*, actor: Actor, now: datetime, player_id: int) -> PlayerLink:
    """Create a new link for the player, and revoke the old one."""
    event, player = _player(player_id)
    require(actor, event, Action.ISSUE_PLAYER_LINKS)
    _revoke(player, now)
    with_last = Player.objects.annotate(last=Max("player_links__serial")).get(pk=player.pk)
    (player_link,) = _make([with_last], now)
    happened(PLAYER_LINK_RENEWED, player, actor=actor, now=now)
    return player_link


@transaction.atomic
def revoke_player_link(*, actor: Actor, now: datetime, player_id: int) -> None:
    """Revoke the player's link.  Revoking twice changes nothing."""
    event, player = _player(player_id)
    require(actor, event, Action.ISSUE_PLAYER_LINKS)
    if _revoke(player, now):
        happened(PLAYER_LINK_REVOKED, player, actor=actor, now=now)


def actor_of_link(
    *, secret: str, now: datetime, links: Callable[[str], Sequence[PlayerLink]] | None = None
) -> tuple[PlayerLink, Actor]:
    """Return the link with this secret, with its player and event, and the actor of its holder.

    `links` finds valid links by the digest of their secret; pass it to load more data with them.
    Raises: NotPermitted ("bad_link") for unknown and revoked links.
    """
    link = or_refuse(next(iter((links or _valid_links)(digest_of(secret))), None), NotPermitted(say("bad_link")))
    if link.opened_at is None or now - link.opened_at >= _OPENING_NOTED_EVERY:
        note(PlayerLink.objects.filter(pk=link.pk), opened_at=now)
    return link, actor_for(link)


def holder(digest: str) -> Actor | None:
    """Return the actor of a visitor with the link of this digest; None once it is revoked.  For `games.hooks`."""
    link = next(iter(_valid_links(digest)), None)
    return actor_for(link) if link is not None else None


def _valid_query(digest: str) -> QuerySet[PlayerLink]:
    rows = PlayerLink.objects.filter(digest=digest, revoked_at=None, player__event__archived_at=None)
    return rows.select_related("player__event")


_valid_links = CompiledQuery(_valid_query, str)


def actor_for(row: PlayerLink) -> Actor:
    player = row.player
    return Actor(None, player.full_name, scopes=SCOPES, event_id=player.event_id, player_id=player.pk)


def secret_of(row: PlayerLink) -> str | None:
    """Return the secret in the link's address; None if the service's key has changed: then the link must be renewed."""
    secret = _secret(row.player_id, row.serial)
    return secret if hmac.compare_digest(digest_of(secret), row.digest) else None


def _secret(player_id: int, serial: int) -> str:
    key = hashlib.sha256(f"player-pass:{settings.SECRET_KEY}".encode()).digest()
    digest = hmac.new(key, f"{player_id}:{serial}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:_BYTES]).decode()


def _make(players: Sequence[Player], now: datetime) -> list[PlayerLink]:
    """Create links for players, each with `last`, the number of the latest link."""
    rows = []
    for player in players:
        serial = (player.last or 0) + 1  # type: ignore[attr-defined]
        digest = digest_of(_secret(player.pk, serial))
        rows.append(PlayerLink(player=player, serial=serial, digest=digest, made_at=now))
    return PlayerLink.objects.bulk_create(rows)


def _player(player_id: int) -> tuple[Event, Player]:
    """Return the player's event, locked, and the player."""
    player = find(Player.objects.select_related("event").filter(pk=player_id), NotFound(say("no_such_player")))
    return lock_event(player.event_id), player


def _revoke(player: Player, now: datetime) -> int:
    return PlayerLink.objects.filter(player=player, revoked_at=None).update(revoked_at=now)
