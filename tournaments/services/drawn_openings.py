"""The drawing of lots for openings: bound before, made as a round is published, shown when all is drawn."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from common.actors import Actor
from common.errors import BadInput, Conflict
from common.messages import N_, Message
from common.permissions import Action
from core.pairing.drawn_openings import commitment, draw
from core.rules.registry import opening_table, spec_of
from tournaments.access import require
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
    """Have openings drawn for the matches of a section, and bind the seed; the commitment is public at once.

    A line holds for every game of a match: for all matches of a round, or (`scope`) for one.  `seed` is made here
    unless the organiser brings one.  BadInput `no_such_table`, `table_of_other_game`, `bad_scope`, `bad_seed`;
    Conflict `no_match_terms`, `draw_is_bound`, `round_is_public`.
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
    if opening_table(table) not in spec_of(section.game).openings:
        raise BadInput(
            Message(
                "table_of_other_game", N_("No openings are drawn from this table in the section's game.")
            ),
            field="table",
        )
    if scope not in DrawScope.values:
        raise BadInput(
            Message("bad_scope", N_("Openings are drawn for a round or for a match.")), field="scope"
        )
    if seed is not None and not 16 <= len(seed) <= _LONGEST_SEED:
        raise BadInput(Message("bad_seed", N_("A seed has from 16 to 64 characters.")), field="seed")
    if terms_of(section) is None:
        raise Conflict(Message("no_match_terms", N_("Say first how many games a match has.")))
    if OpeningDraw.objects.filter(section=section).exists():
        raise Conflict(Message("draw_is_bound", N_("The seed is bound: it can no longer be changed.")))
    if section.rounds.exclude(status=RoundStatus.DRAFT).exists():
        raise Conflict(Message("round_is_public", N_("A round is public already.")))


@transaction.atomic
def add_public_word(*, actor: Actor, now: datetime, section_id: int, word: str) -> OpeningDraw:
    """Add what was thrown or said in public after the commitment, once and before the first draw.

    Conflict `no_draw`, `draw_has_begun`, `word_is_added`.
    """
    lots = _locked(section_id, actor)
    if lots.public:
        raise Conflict(Message("word_is_added", N_("The public addition stands already.")))
    if _drawn(lots.section):
        raise Conflict(Message("draw_has_begun", N_("An opening has been drawn already.")))
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
        raise Conflict(Message("seed_is_shown", N_("The seed has been shown already.")))
    if lots.section.rounds.filter(status=RoundStatus.DRAFT).exists():
        raise Conflict(
            Message("rounds_to_come", N_("There are rounds whose openings are still to be drawn."))
        )
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
        raise Conflict(
            Message("seed_is_shown", N_("The seed has been shown: no opening can be drawn from it any more."))
        )
    table = opening_table(lots.table)
    codes = table.codes
    last = _drawn(row.section)
    lines = []
    for place, match in enumerate(matches):
        match.drawn = last + 1 + (place if lots.scope == DrawScope.MATCH else 0)
        match.opening = draw(lots.seed, lots.public, codes, match.drawn)
        match.save(update_fields=["drawn", "opening"])
        position = table.opening(match.opening).line().position
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
        raise Conflict(Message("no_draw", N_("In this section no openings are drawn.")))
    return lots
