"""Score sheets of boards on paper that differ from the record: the differences, and those an arbiter accepted."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.core.cache import cache
from django.db.models import Exists, Max, OuterRef, Q

from arbiter.event_file import ruling_lines
from arbiter.models import Ruling
from arbiter.selectors.regimes import is_followed
from games.models.game import Game
from games.models.sheet import ScoreSheet
from games.states import state_of
from games.verification import entries_of
from tavleya.law.sheet_check import Finding, findings
from tavleya.messages import Message
from tavleya.record.entries import EntryKind
from tavleya.record.merging import Keeper, merge, read_sheet
from tavleya.record.replay import written_result
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.rules.contract import LineOfPlay, Ply

DECIDES, STANDS = "sheet_check", "stands"
_KEPT = 7 * 24 * 60 * 60  # seconds


@dataclass(frozen=True, slots=True)
class SheetFinding:
    """A finding at one board.  `settled`: an arbiter has looked at it and lets the record stand."""

    game_id: int
    finding: Finding
    settled: bool = False


def findings_at(game: Game) -> tuple[SheetFinding, ...]:
    """Return the findings at one board, including accepted ones."""
    return findings_of([game]).get(game.pk, ())


def findings_of(games: Iterable[Game]) -> dict[int, tuple[SheetFinding, ...]]:
    """Return the findings by game, if any. One query, and those of each game that changed since its last comparison.

    Only boards with moves or an entered sheet are compared; findings are cached under the digest of the record.
    """
    paper = {game.pk: game for game in games if not is_followed(game)}
    if not paper:
        return {}
    keys = {f"sheet-findings:{paper[pk].digest}:{sheet}": pk for pk, sheet in _games_to_compare(paper)}
    cached = cache.get_many(keys)
    fresh = {key: _compare(paper[pk]) for key, pk in keys.items() if key not in cached}
    if fresh:
        cache.set_many(fresh, _KEPT)
    sheet_findings = {keys[key]: tuple(map(_from_plain, plain)) for key, plain in (cached | fresh).items()}
    return {pk: rows for pk, rows in sheet_findings.items() if rows}


def _games_to_compare(games: Mapping[int, Game]) -> Iterable[tuple[int, int]]:
    """Return the games with a sheet, moves or a ruling to compare, each with its newest sheet."""
    typed = [pk for pk, game in games.items() if game.snapshot.get("ply")]
    rows = (
        Game.objects.filter(pk__in=games)
        .annotate(
            sheet=Max("sheets__pk", filter=~Q(sheets__text="")),
            ruled=Exists(Ruling.objects.filter(game=OuterRef("pk"))),
        )
        .filter(Q(sheet__isnull=False) | Q(pk__in=typed))
        .values_list("pk", "sheet", "ruled")
    )
    for pk, sheet, ruled in rows:
        if sheet or ruled or games[pk].snapshot.get("past_end"):
            yield pk, sheet or 0


def _compare(game: Game) -> list[dict[str, Any]]:
    state = state_of(game)
    newest = {row.keeper: row for row in game.sheets.exclude(text="").order_by("version")}
    line = state.line if state.ply else _line(state, list(newest.values()))
    if any(ply.irregular for ply in line.plies):
        return []
    texts = [read_sheet(game.game, Keeper(row.keeper), row.text).result for row in newest.values()]
    results = [value for value in map(written_result, texts) if value is not None]
    settled = {
        key
        for entry in entries_of(game)
        if entry.kind is EntryKind.DECISION and entry.data.get("decides") == DECIDES
        for key in cast(list[str], entry.data["findings"])
    }
    rulings = ruling_lines(game)
    return [
        _plain(SheetFinding(game.pk, finding, finding.key in settled))
        for finding in findings(state, line, rulings, results)
    ]


def _line(state: State, rows: Sequence[ScoreSheet]) -> LineOfPlay:
    """Return the moves on which the sheets agree, for a record without moves."""
    game = state.rules.game
    sheets = [read_sheet(game, Keeper(row.keeper), row.text, row.language) for row in rows]
    line = LineOfPlay(state.line.start)
    for text in merge(state.rules, line.start, sheets).moves:
        line = line.add(Ply(text, line.position.play(state.rules.read(line.position, text))))
    return line


# Findings in the cache


def _plain(sheet_finding: SheetFinding) -> dict[str, Any]:
    finding = sheet_finding.finding
    return {
        "game": sheet_finding.game_id,
        "settled": sheet_finding.settled,
        "key": finding.key,
        "message": finding.message.to_json(),
        "ruling": finding.ruling,
        "ply": finding.ply,
        "result": finding.result.value if finding.result else "",
        "article": finding.article,
    }


def _from_plain(plain: Mapping[str, Any]) -> SheetFinding:
    finding = Finding(
        plain["key"],
        Message.from_json(plain["message"]),
        plain["ruling"],
        plain["ply"],
        Result(plain["result"]) if plain["result"] else None,
        plain["article"],
    )
    return SheetFinding(plain["game"], finding, plain["settled"])
