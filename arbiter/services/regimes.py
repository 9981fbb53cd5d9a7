"""Regulations of an event that differ from the regime of a section."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from arbiter.kinds import SECTION_REGULATIONS
from arbiter.selectors.regimes import SCORED
from tavleya.actors import Actor
from tavleya.law.library import regime
from tavleya.law.regulations import overlay
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.section import Section
from tournaments.services.shared import lock_section


@transaction.atomic
def set_regulations(*, actor: Actor, now: datetime, section_id: int, regulations: Mapping[str, object]) -> Section:
    """Set the regulations of a section that differ from its regime; see `tavleya.law.regulations.overlay`.

    `points` are stored with the section's scoring, from which the standings read them. Nothing changes on an error.
    Raises: BadInput ("unknown_regulation", "bad_regulation").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    values = dict(regulations)
    overlay(regime(section.regime), values)
    before = {"regulations": section.regulations, "scoring": section.scoring}
    points = values.pop("points", None)
    if isinstance(points, Mapping):
        section.scoring = {**section.scoring, **_with_forfeits(points)}
    section.regulations = values
    section.save(update_fields=["regulations", "scoring"])
    after = {"regulations": section.regulations, "scoring": section.scoring}
    happened(SECTION_REGULATIONS, section, actor=actor, now=now, before=before, after=after)
    return section


def _with_forfeits(points: Mapping[str, int]) -> dict[str, int]:
    """Return the scoring with forfeits that score like played games."""
    scored = {name: points[name] for name in SCORED if name in points}
    same = {"win": "forfeit_win", "loss": "forfeit_loss"}
    return {**scored, **{same[name]: value for name, value in scored.items() if name in same}}
