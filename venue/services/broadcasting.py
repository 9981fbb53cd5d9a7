"""Broadcasts of rounds to lichess: the settings of a section, and the sweep that sends changes."""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet, Sum

from accounts.encryption import decrypt_secret, encrypt_secret
from accounts.http_client import INTERNET, HttpClient, Limits, Request, RequestFailed
from games import gate
from games.files import moves_shown
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotFound
from tavleya.permissions import Action
from tavleya.rules.registry import spec_of
from tavleya.rules.spec import FileForm
from tavleya.version import VERSION
from tournaments.activity import happened
from tournaments.models.boards import Broadcast, BroadcastRound
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.game_files import boards_of_files, texts_of
from tournaments.selectors.standings import standings_version
from venue.kinds import BROADCAST_AGAIN, BROADCAST_SET, BROADCAST_STOPPED
from venue.messages import say
from venue.services import lock_for

#: Games of one request.
AT_ONCE = 100
#: The pause after too many requests, for which lichess asks a full minute, and after any other failure.
PAUSE, AGAIN = timedelta(seconds=60), timedelta(seconds=30)
#: The longest time for which a sweep reserves a token; if it dies, a later sweep takes the token after that.
_LEASE = timedelta(minutes=3)
_KEY = re.compile(r"(?:^|/)([A-Za-z0-9]{8})/?$")
_TOO_MANY = 429
_ADDRESS = "https://lichess.org/api/broadcast/round/"
#: A hundred games with their tags are a tenth of that.
_LIMITS = Limits(step_seconds=20, seconds=60, size=1024**2)


def can_broadcast(section: Section) -> bool:
    """Return whether lichess can show games of the section: only chess."""
    spec = spec_of(section.game)
    return spec.file is FileForm.PGN and spec.laws == "chess"


@transaction.atomic
def set_broadcast(
    *, actor: Actor, now: datetime, section_id: int, rounds: Mapping[int, str], token: str = ""
) -> Broadcast:
    """Set the lichess rounds of a section: the key or the URL of each there, by round number.

    Without a `token` the former one stays. An omitted round is not sent any more; a remaining one keeps its sent state.
    Raises: BadInput ("no_broadcast_of_game", "broadcast_token_missing", "bad_broadcast_round").
    """
    section = lock_for(actor, section_id, Action.EDIT_EVENT)
    if not can_broadcast(section):
        raise BadInput(say("no_broadcast_of_game"))
    keys = {number: _key(number, text) for number, text in rounds.items() if text.strip()}
    row = Broadcast.objects.select_for_update().filter(section=section).first()
    if row is None and not token.strip():
        raise BadInput(say("broadcast_token_missing"), field="token")
    row = row or Broadcast(section=section)
    if token.strip():
        row.token, row.token_key = encrypt_secret(token.strip()), _digest(token.strip())
        row.paused_until = None
    row.save()
    before = dict(row.rounds.values_list("number", "key"))
    row.rounds.exclude(number__in=keys).delete()
    for number, key in keys.items():
        if before.get(number) != key:
            row.rounds.filter(number=number).delete()
            BroadcastRound.objects.create(broadcast=row, number=number, key=key)
    if token.strip():
        row.rounds.update(seen="", next_at=None)
    happened(
        BROADCAST_SET,
        section,
        actor=actor,
        now=now,
        before={"rounds": {str(number): key for number, key in before.items()}},
        after={"rounds": {str(number): key for number, key in keys.items()}},
    )
    return row


@transaction.atomic
def stop_broadcast(*, actor: Actor, now: datetime, section_id: int) -> None:
    """Stop the broadcast, and delete the token. The data on lichess stay there."""
    section = lock_for(actor, section_id, Action.EDIT_EVENT)
    deleted, _ = Broadcast.objects.filter(section=section).delete()
    if deleted:
        happened(BROADCAST_STOPPED, section, actor=actor, now=now)


@transaction.atomic
def send_again(*, actor: Actor, now: datetime, section_id: int) -> None:
    """Send all rounds of the section with the next sweep, whether anything has changed or not."""
    section = lock_for(actor, section_id, Action.EDIT_EVENT)
    if not Broadcast.objects.filter(section=section).exists():
        raise NotFound(say("no_broadcast"))
    BroadcastRound.objects.filter(broadcast__section=section).update(seen="", next_at=None)
    happened(BROADCAST_AGAIN, section, actor=actor, now=now)


def push_due(now: datetime, http: HttpClient = INTERNET) -> int:
    """Send every round with new public data; return the number of rounds accepted.

    Whole rounds with their public data (`games.gate`), one request at a time for each token.
    """
    free = (Q(paused_until=None) | Q(paused_until__lte=now)) & (Q(busy_until=None) | Q(busy_until__lte=now))
    public = Q(
        section__archived_at=None,
        section__event__published=True,
        section__event__archived_at=None,
        section__event__checked_out_at=None,
    )
    accepted = 0
    keys = Broadcast.objects.filter(free & public).order_by("token_key").values_list("token_key", flat=True)
    for token_key in keys.distinct():
        rows = Broadcast.objects.filter(token_key=token_key)
        if rows.filter(~free).exists() or not rows.filter(free).update(busy_until=now + _LEASE):
            continue
        try:
            accepted += _push_all(rows.filter(public).select_related("section__event"), now, http)
        finally:
            rows.update(busy_until=None)
    return accepted


def _push_all(rows: QuerySet[Broadcast], now: datetime, http: HttpClient) -> int:
    """Push the broadcasts of a token until a response reports too many requests; then all of them wait."""
    accepted = 0
    for row in rows:
        due = row.rounds.filter(Q(next_at=None) | Q(next_at__lte=now))
        rounds = row.section.rounds.exclude(status=RoundStatus.DRAFT).in_bulk(field_name="pk").values()
        by_number = {round_.number: round_ for round_ in rounds}
        for broadcast_round in due:
            round_ = by_number.get(broadcast_round.number)
            if round_ is None or (state := _state(row.section, round_, now)) == broadcast_round.seen:
                continue
            answer = _push(row, round_, broadcast_round.key, now, http)
            _note(broadcast_round, answer, state, now)
            accepted += answer.status == 200
            if answer.status == _TOO_MANY:
                Broadcast.objects.filter(token_key=row.token_key).update(paused_until=now + PAUSE)
                return accepted
    return accepted


def _state(section: Section, round_: Round, now: datetime) -> str:
    """Return a digest that changes with the round's text: a move, a result, a name, or a delayed move made public."""
    boards = Pairing.objects.filter(round=round_, game__isnull=False)
    changed = boards.aggregate(entries=Sum("game__seq"), last=Max("game__changed_at"))
    with gate.closed(now):
        facts = (
            sorted(changed.items()),
            moves_shown(section.broadcast_delay, boards),
            standings_version(section).stamp,
        )
    return _digest(repr(facts))


@dataclass(frozen=True, slots=True)
class _Answer:
    """A response. `status` is None if there was none, and `problem` says why; `games`: the answer to each, in order."""

    status: int | None
    games: tuple[dict[str, Any], ...] = field(default=())
    problem: str = ""


def _send(http: HttpClient, key: str, token: str, pgn: str) -> _Answer:
    """Send games to the round `key`. A response that is not from lichess (a proxy's page) is a problem."""
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "text/plain; charset=utf-8",
        "User-Agent": f"Tavleya/{VERSION}",
    }
    request = Request(url=f"{_ADDRESS}{key}/push", headers=headers, body=pgn.encode(), limits=_LIMITS)
    try:
        response = http.send(request)
    except RequestFailed as error:
        return _Answer(None, (), str(error))
    try:
        content = json.loads(response.body)
    except ValueError:
        content = {}
    content = content if isinstance(content, dict) else {}
    games = tuple(game for game in content.get("games") or () if isinstance(game, dict))
    problem = str(content.get("error") or "")[:200]
    return _Answer(response.status, games, problem if response.status != 200 or not games else "")


def _push(row: Broadcast, round_: Round, key: str, now: datetime, http: HttpClient) -> _Answer:
    with gate.closed(now):
        texts = list(texts_of(row.section, boards_of_files().filter(round=round_)))
    token = decrypt_secret(row.token)
    games: list[Mapping[str, object]] = []
    for start in range(0, len(texts), AT_ONCE):
        answer = _send(http, key, token, "".join(texts[start : start + AT_ONCE]).lstrip())
        if answer.status != 200:
            return answer
        games += answer.games
    return _Answer(200, tuple(dict(game) for game in games))


def _note(broadcast_round: BroadcastRound, answer: _Answer, state: str, now: datetime) -> None:
    fields: dict[str, object] = {"tried_at": now, "status": answer.status, "problem": answer.problem}
    if answer.status == 200:
        fields |= {"seen": state, "sent_at": now, "next_at": None, "answers": _answers(answer.games)}
    else:
        fields["next_at"] = now + (PAUSE if answer.status == _TOO_MANY else AGAIN)
    # By its key: a round that was set again meanwhile has another row.
    BroadcastRound.objects.filter(pk=broadcast_round.pk).update(**fields)


def _answers(games: Sequence[Mapping[str, object]]) -> list[dict[str, object]]:
    """Return the stored part of the response, without personal data."""
    answers = []
    for game in games:
        tags = game.get("tags")
        board = tags.get("Board") or tags.get("Round") if isinstance(tags, Mapping) else ""
        moves = game.get("moves")
        answers.append(
            {
                "board": str(board or "")[:12],
                "moves": moves if isinstance(moves, int) else 0,
                "error": str(game.get("error") or "")[:200],
            }
        )
    return answers


def _key(number: int, text: str) -> str:
    match = _KEY.search(text.strip())
    if match is None:
        raise BadInput(say("bad_broadcast_round"), field=f"round_{number}")
    return match[1]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
