"""The drawing of lots for openings: bound before, made as a round is published, shown when all is drawn."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from common.actors import Actor
from common.errors import BadInput, Conflict
from common.permissions import Action
from core.pairing.drawn_openings import commitment, draw
from core.rules.contract import Game as GameName
from core.rules.draughts.openings import opening, tables
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Match, OpeningDraw, Round, Section
from tournaments.models.match import DrawScope
from tournaments.models.round import RoundStatus
from tournaments.services.matches import terms_of
from tournaments.services.shared import check_fields, lock_section, write_log

_LONGEST_SEED = 64


@transaction.atomic
def commit_draw(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    table: str,
    scope: DrawScope | str = DrawScope.ROUND,
    seed: str | None = None,
) -> OpeningDraw:
    """Have openings drawn for the matches of a draughts section, and bind the seed; the commitment is public at once.

    A line holds for every game of a match: for all matches of a round, or (`scope`) for one.  `seed` is made here
    unless the organiser brings his own.  BadInput `not_draughts`, `no_such_table`, `bad_scope`, `bad_seed`; Conflict
    `no_match_terms`, `draw_is_bound`, `round_is_public`.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    _check(section, table, scope, seed)
    seed = seed or secrets.token_hex(_LONGEST_SEED // 2)
    lots = OpeningDraw(
        section=section,
        table=table,
        scope=str(scope),
        commitment=commitment(seed),
        seed=seed,
        committed_at=now,
    )
    check_fields(lots)
    lots.save(force_insert=True)
    after = {"table": table, "scope": str(scope), "commitment": lots.commitment}
    write_log(event=section.event, actor=actor, now=now, action="draw.bound", subject=section, after=after)
    return lots


def _check(section: Section, table: str, scope: str, seed: str | None) -> None:
    if section.game != GameName.DRAUGHTS:
        raise BadInput(say("not_draughts"))
    if table not in tables():
        raise BadInput(
            say("no_such_table", table=table),
            field="table",
        )
    if scope not in DrawScope.values:
        raise BadInput(say("bad_scope"), field="scope")
    if seed is not None and not 16 <= len(seed) <= _LONGEST_SEED:
        raise BadInput(say("bad_seed"), field="seed")
    if terms_of(section) is None:
        raise Conflict(say("no_match_terms"))
    if OpeningDraw.objects.filter(section=section).exists():
        raise Conflict(say("draw_is_bound"))
    if section.rounds.exclude(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("round_is_public"))


@transaction.atomic
def add_public_word(*, actor: Actor, now: datetime, section_id: int, word: str) -> OpeningDraw:
    """Add what was thrown or said in public after the commitment, once and before the first draw.

    Conflict `no_draw`, `draw_has_begun`, `word_is_added`.
    """
    lots = _locked(section_id, actor)
    if lots.public:
        raise Conflict(say("word_is_added"))
    if _drawn(lots.section):
        raise Conflict(say("draw_has_begun"))
    lots.public = word.strip()
    check_fields(lots)
    lots.save(update_fields=["public"])
    section = lots.section
    after = {"public": lots.public}
    write_log(event=section.event, actor=actor, now=now, action="draw.public", subject=section, after=after)
    return lots


@transaction.atomic
def reveal_seed(*, actor: Actor, now: datetime, section_id: int) -> OpeningDraw:
    """Show the seed, so that everybody can check the draws; there are no more.

    Conflict `no_draw`, `seed_is_shown`, `rounds_to_come` while a draft waits for its draw.
    """
    lots = _locked(section_id, actor)
    if lots.revealed_at is not None:
        raise Conflict(say("seed_is_shown"))
    if lots.section.rounds.filter(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("rounds_to_come.openings"))
    lots.revealed_at = now
    lots.save(update_fields=["revealed_at"])
    section = lots.section
    after = {"seed": lots.seed, "commitment": lots.commitment}
    write_log(event=section.event, actor=actor, now=now, action="draw.shown", subject=section, after=after)
    return lots


def draw_openings(row: Round, *, actor: Actor, now: datetime) -> None:
    """Draw the openings of a round that is being published, if its section has them drawn.

    For a caller that has locked the section and checked the actor, and opens the games after this.  Conflict
    `seed_is_shown`: once the seed is known nothing can be drawn from it.
    """
    lots = OpeningDraw.objects.filter(section=row.section).first()
    matches = list(row.matches.filter(second__isnull=False).order_by("number"))
    if lots is None or not matches:
        return
    if lots.revealed_at is not None:
        raise Conflict(say("seed_is_shown.no_drawing"))
    codes = tuple(tables()[lots.table])
    last = _drawn(row.section)
    lines = []
    for place, match in enumerate(matches):
        match.drawn = last + 1 + (place if lots.scope == DrawScope.MATCH else 0)
        match.opening = draw(lots.seed, lots.public, codes, match.drawn)
        match.save(update_fields=["drawn", "opening"])
        position = opening(lots.table, match.opening).line().position
        match.games.update(start_position=position.text())
        lines.append({"draw": match.drawn, "match": match.number, "opening": match.opening})
    write_log(
        event=row.section.event, actor=actor, now=now, action="openings.drawn", subject=row, after=lines
    )


def _drawn(section: Section) -> int:
    """How many draws there have been."""
    return Match.objects.filter(round__section=section).aggregate(last=Max("drawn"))["last"] or 0


def _locked(section_id: int, actor: Actor) -> OpeningDraw:
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    lots = OpeningDraw.objects.select_related("section__event").filter(section=section).first()
    if lots is None:
        raise Conflict(say("no_draw"))
    return lots
