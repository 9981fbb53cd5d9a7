"""The regime that a game is played under: its text, and over it what the event rules otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.permissions import Action
from core.law.library import regime
from core.law.regulations import Line, describe, overlay
from core.law.terms import Regime
from games.models import Game
from tournaments.access import require
from tournaments.models import Pairing, Section
from tournaments.services.shared import lock_section, standings_changed, write_log

_SCORED = ("win", "draw", "loss")


def regime_of(game: Game) -> Regime:
    """The regime of a game with the regulations of its section.  One query."""
    row = (
        Pairing.objects.filter(game=game)
        .values_list("round__section__regulations", "round__section__scoring")
        .first()
    )
    return _laid_over(regime(game.regime), *row) if row else regime(game.regime)


def regime_of_section(section: Section) -> Regime:
    return _laid_over(regime(section.regime), section.regulations, section.scoring)


def regulations_of(section: Section) -> tuple[Line, ...]:
    """The numbers in force in a section, line by line, for its public page."""
    own = {**section.regulations, **({"points": True} if _points(section.scoring) else {})}
    return describe(regime_of_section(section), own)


@transaction.atomic
def set_regulations(
    *, actor: Actor, now: datetime, section_id: int, regulations: Mapping[str, object]
) -> Section:
    """What the event rules otherwise than the text of its regime; see `core.law.regulations.overlay`.

    `points` are kept with the section's scoring, where the standings read them.  Raises BadInput
    `unknown_regulation`, `bad_regulation`; nothing is changed then.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    given = dict(regulations)
    overlay(regime(section.regime), given)
    before = {"regulations": section.regulations, "scoring": section.scoring}
    points = given.pop("points", None)
    if isinstance(points, Mapping):
        section.scoring = {**section.scoring, **_with_forfeits(points)}
    section.regulations = given
    section.save(update_fields=["regulations", "scoring"])
    standings_changed(section.pk)
    after = {"regulations": section.regulations, "scoring": section.scoring}
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="section.regulations",
        subject=section,
        before=before,
        after=after,
    )
    return section


def _with_forfeits(points: Mapping[str, int]) -> dict[str, int]:
    """A forfeited game scores as one that was played."""
    scored = {name: points[name] for name in _SCORED if name in points}
    same = {"win": "forfeit_win", "loss": "forfeit_loss"}
    return {**scored, **{same[name]: value for name, value in scored.items() if name in same}}


def _laid_over(text: Regime, regulations: Mapping[str, object], scoring: Mapping[str, object]) -> Regime:
    points = _points(scoring)
    return overlay(text, {**regulations, **({"points": points} if points else {})})


def _points(scoring: Mapping[str, object]) -> dict[str, object]:
    return {name: scoring[name] for name in _SCORED if name in scoring}
