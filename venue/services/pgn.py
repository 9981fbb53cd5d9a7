"""PGN games from a program at the venue or read from a URL, converted to board reports."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import F, Q

from accounts.http_client import INTERNET, HttpClient, Limits, Request, RequestFailed, Response
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, DomainError, NotFound
from tavleya.permissions import Action
from tavleya.rules.filegame import FileGame, FileReading
from tavleya.rules.pgn import read_pgn
from tavleya.rules.registry import rules_for, spec_of
from tavleya.rules.spec import FileForm
from tavleya.version import VERSION
from tournaments.activity import happened
from tournaments.models.boards import Feed, PgnAddress, QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.services.shared import check_fields
from venue.kinds import PGN_FORGOTTEN, PGN_SET
from venue.messages import say
from venue.services import lock_for
from venue.services.reading import LONGEST_MOVE, MOST_MOVES, PROPOSED, Fault, Refusal, Report, match_games
from venue.services.reports import MOST_BOARDS, BoardAnswer, reported_round, take_reports

#: Bytes of a file: a round of three hundred games with clocks is a third of it.
LARGEST = 4 * 1024**2
#: The default name of the source.
PGN = "PGN"


@dataclass(frozen=True, slots=True)
class GameAnswer:
    """The outcome for a game of a PGN: `number` is its position in it, `white` and `black` are the names in its tags.

    `told` is the answer to the report of its board; an unmatched game has the code of `reading.Match`.
    """

    number: int
    white: str
    black: str
    told: BoardAnswer


def supports_boards(section: Section) -> bool:
    """Return whether electronic boards and PGN support games of the section."""
    return spec_of(section.game).file is FileForm.PGN


def report_pgn(*, actor: Actor, now: datetime, round_id: int, pgn: str, source: str = PGN) -> list[GameAnswer]:
    """Import the games of a round as far as `pgn` has them, each separately, in the order of the text.

    A game shorter than the record is older and changes nothing, so the same text may be sent repeatedly.
    Raises: BadInput ("pgn_too_large", "pgn_of_another_game", "no_pgn_games", "too_many_reports"); the errors of
    `report_boards`.
    """
    return take_pgn(reported_round(actor, round_id), pgn, source[:80] or PGN, actor=actor, now=now)


def take_pgn(round_: Round, text: str, source: str, *, actor: Actor, now: datetime) -> list[GameAnswer]:
    """Import a PGN for a round that the actor may report."""
    section = round_.section
    if not supports_boards(section):
        raise BadInput(say("pgn_of_another_game"))
    if len(text) > LARGEST:
        raise BadInput(say("pgn_too_large", most=LARGEST // 1024**2))
    reading = read_pgn(text, rules=rules_for(section.game, section.rules))
    if not reading.games:
        raise BadInput(say("no_pgn_games"))
    if len(reading.games) > MOST_BOARDS:
        raise BadInput(say("too_many_reports", most=MOST_BOARDS))
    rows = Pairing.objects.filter(round=round_, game__isnull=False, black__isnull=False)
    boards = list(rows.select_related("game", "white__player", "black__player"))
    matches = match_games(reading.games, boards, round_.number)
    reports = [
        _report(reading, game, match.board)
        for game, match in zip(reading.games, matches, strict=True)
        if match.board is not None
    ]
    board_answers = iter(take_reports(round_, source, Feed.PGN, reports, actor=actor, now=now))
    return [
        _answer(game, next(board_answers) if match.board is not None else BoardAnswer(match.code))
        for game, match in zip(reading.games, matches, strict=True)
    ]


def _answer(game: FileGame, board_answer: BoardAnswer) -> GameAnswer:
    white, black = (game.tags.get(side, "")[:200] for side in ("White", "Black"))
    return GameAnswer(game.number, white, black, board_answer)


def _report(reading: FileReading, game: FileGame, board: Pairing) -> Report:
    assert board.game is not None
    report = Report(board=board.board, result=game.result if game.result in PROPOSED else "")
    if game.moves and game.line_of_play.start.text() != state_of(board.game).line.start.text():
        fault = Fault(QuestionCode.START_POSITION, fen=game.line_of_play.start.text().split(" ")[0])
        return replace(report, faults=(fault,))
    return replace(
        report, moves=game.moves[:MOST_MOVES], shown=dict(game.clocks), faults=(), refusal=_refusal(reading, game)
    )


def _refusal(reading: FileReading, game: FileGame) -> Refusal | None:
    """Return the unreadable move; a file that ends within a move is only incomplete."""
    ply = len(game.moves) + 1
    problem = next((problem for problem in reading.problems_of(game.number) if problem.ply == ply), None)
    if problem is None or (game.number == len(reading.games) and _cut_off(reading, game)):
        return None
    return Refusal(ply, str(problem.message.params.get("move", ""))[:LONGEST_MOVE], problem.message)


def _cut_off(reading: FileReading, game: FileGame) -> bool:
    return any(warning.game == game.number and warning.message.code == "result_missing" for warning in reading.warnings)


# PGN addresses of sections, polled while rounds are played, with pauses for failing hosts.

LEAST, MOST = 5, 60
#: The longest pause of a host after repeated failures.
_LONGEST_WAIT = timedelta(minutes=10)
#: The longest time for which a sweep reserves an address; if it dies, a later sweep reads it after that.
_LEASE = timedelta(minutes=2)
_ACTOR = Actor.of_system("pgn")
_ROUND = "{round}"
#: Only answers that need attention are stored.
_QUIET = ("taken", "older", "same")
_MOST_ANSWERS = 100


@transaction.atomic
def set_pgn_address(
    *, actor: Actor, now: datetime, section_id: int, address: str, seconds: int = 15, active: bool = True
) -> PgnAddress:
    """Set the URL and the interval in seconds at which a section's games are read while a round is played.

    `{round}` in it stands for the number of the round.
    Raises: BadInput ("bad_pgn_address", "bad_pgn_interval").
    """
    section = lock_for(actor, section_id, Action.EDIT_EVENT)
    address = address.strip()
    host = _host_of(address.replace(_ROUND, "1"))
    if not host:
        raise BadInput(say("bad_pgn_address"), field="address")
    if not LEAST <= seconds <= MOST:
        raise BadInput(say("bad_pgn_interval", least=LEAST, most=MOST), field="seconds")
    row = PgnAddress.objects.select_for_update().filter(section=section).first() or PgnAddress(section=section)
    before = {"address": row.address, "seconds": row.seconds, "active": row.active} if row.pk else None
    if row.address != address:
        row.tag = row.changed = row.digest = row.problem = ""
        row.number = row.read_at = row.tried_at = None
        row.answers = []
    row.address, row.host, row.seconds, row.active = address, host, seconds, active
    row.failures, row.next_at, row.set_by = 0, None, actor.key
    check_fields(row)
    row.save()
    after = {"address": address, "seconds": seconds, "active": active}
    happened(PGN_SET, section, actor=actor, now=now, before=before, after=after)
    return row


@transaction.atomic
def forget_pgn_address(*, actor: Actor, now: datetime, section_id: int) -> None:
    """Delete the PGN URL of a section. Raises: NotFound ("no_pgn_address")."""
    section = lock_for(actor, section_id, Action.EDIT_EVENT)
    deleted, _ = PgnAddress.objects.filter(section=section).delete()
    if not deleted:
        raise NotFound(say("no_pgn_address"))
    happened(PGN_FORGOTTEN, section, actor=actor, now=now)


def pull_due(now: datetime, http: HttpClient = INTERNET) -> int:
    """Read every due address whose section plays a round; return the number read.

    Each in its own transaction; an error is stored in its row.
    """
    due = PgnAddress.objects.filter(
        Q(next_at=None) | Q(next_at__lte=now),
        active=True,
        section__archived_at=None,
        section__event__archived_at=None,
        section__event__checked_out_at=None,
    )
    count = 0
    for row in due.select_related("section__event").order_by("pk"):
        round_ = _played(row.section)
        if round_ is None:
            continue
        # The process that updates the due time reads the address.
        if PgnAddress.objects.filter(pk=row.pk, next_at=row.next_at).update(next_at=now + _LEASE):
            _read(row, round_, now, http)
            count += 1
    return count


def _played(section: Section) -> Round | None:
    """Return the current round: the last that is published and not closed."""
    rows = Round.objects.filter(section=section, number__isnull=False)
    open_ = rows.filter(status__in=(RoundStatus.PUBLISHED, RoundStatus.PLAYING)).order_by("-number")
    round_ = open_.filter(status=RoundStatus.PLAYING).first() or open_.first()
    if round_ is not None:
        round_.section = section
    return round_


def _read(row: PgnAddress, round_: Round, now: datetime, http: HttpClient) -> None:
    same_round = row.number == round_.number
    version = (row.tag, row.changed) if same_round else ("", "")
    try:
        response = _fetch(http, row.address.replace(_ROUND, str(round_.number)), *version)
    except RequestFailed as error:
        _put_off(row, str(error), "", now)
        return
    fields: dict[str, object] = {"tried_at": now}
    if response.status == 304 and same_round:
        fields |= {"read_at": now, "problem": ""}
    elif response.status == 200:
        fields |= _load(row, round_, response, now, previous=row.digest if same_round else "")
    else:
        _put_off(row, f"HTTP {response.status}", response.headers.get("retry-after", ""), now)
        return
    fields |= {"failures": 0, "next_at": now + timedelta(seconds=row.seconds)}
    # By key and address: an address set again meanwhile starts fresh.
    PgnAddress.objects.filter(pk=row.pk, address=row.address).update(**fields)


def _fetch(http: HttpClient, address: str, tag: str, changed: str) -> Response:
    """Return the response, 304 for an unchanged file. Raises: RequestFailed, also for a file that is too large."""
    headers = {
        "User-Agent": f"Tavleya/{VERSION}",
        "Accept": "application/x-chess-pgn, text/plain, */*",
        **({"If-None-Match": tag} if tag else {}),
        **({"If-Modified-Since": changed} if changed else {}),
    }
    response = http.send(Request(url=address, headers=headers, limits=Limits(size=LARGEST)))
    if response.truncated:
        raise RequestFailed(f"more than {LARGEST // 1024**2} MB")
    return response


def _put_off(row: PgnAddress, problem: str, wait: str, now: datetime) -> None:
    """Pause all URLs of the host, twice as long after each failure; `wait`: the seconds that the host asks for."""
    seconds = row.seconds * 2 ** min(row.failures + 1, 8)
    if wait.isdecimal() and len(wait) < 6:
        seconds = max(seconds, int(wait))
    next_at = now + min(timedelta(seconds=seconds), _LONGEST_WAIT)
    addresses = PgnAddress.objects.filter(host=row.host)
    addresses.filter(Q(next_at=None) | Q(next_at__lt=next_at)).update(next_at=next_at)
    PgnAddress.objects.filter(pk=row.pk).update(
        failures=F("failures") + 1, next_at=next_at, tried_at=now, problem=problem[:200]
    )


def _load(row: PgnAddress, round_: Round, response: Response, now: datetime, *, previous: str) -> Mapping[str, object]:
    """Return the fields to store after a file was read. A file with unchanged bytes is not imported again."""
    digest = hashlib.sha256(response.body).hexdigest()
    fields: dict[str, object] = {
        "number": round_.number,
        "tag": response.headers.get("etag", "")[:200],
        "changed": response.headers.get("last-modified", "")[:60],
        "digest": digest,
        "read_at": now,
        "problem": "",
    }
    if digest == previous:
        return fields
    try:
        text = response.body.decode("utf-8")
    except UnicodeDecodeError:
        text = response.body.decode("latin-1")
    try:
        answers = _answers(take_pgn(round_, text, row.host[:80], actor=_ACTOR, now=now))
    except DomainError as error:
        fields["problem"] = error.message.render()[:200]
        return fields
    # Refused games are tried again although the file is unchanged: clocks may run again, a source may be changed.
    forgotten = dict.fromkeys(("tag", "changed", "digest"), "") if answers else {}
    return {**fields, **forgotten, "answers": answers}


def _answers(game_answers: Sequence[GameAnswer]) -> list[dict[str, str | int | None]]:
    """Return the stored answers, without personal data."""
    return [
        {"number": answer.number, "board": answer.told.board, "code": answer.told.code, "ply": answer.told.ply}
        for answer in game_answers
        if answer.told.code not in _QUIET
    ][:_MOST_ANSWERS]


def _host_of(address: str) -> str:
    """Return the host of an https address in small letters; empty for any other text."""
    try:
        parts = urlsplit(address)
        return (parts.hostname or "") if parts.scheme == "https" and not parts.username else ""
    except ValueError:
        return ""
