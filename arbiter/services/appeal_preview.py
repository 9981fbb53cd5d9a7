"""The effects of a decision on an appeal on board and standings, computed without saving."""

from datetime import datetime

from arbiter.models.appeal import Appeal
from arbiter.selectors.standings_effect import StandingChange, standings_effect
from arbiter.services.appeals import Amendment
from arbiter.services.reversal import keep_result, preview_reversal, preview_superseding
from tavleya.actors import Actor
from tavleya.law.remedies import Remedy


def preview_decision(
    *, now: datetime, appeal: Appeal, outcome: Appeal.Outcome, amendment: Amendment | None = None
) -> tuple[Remedy, tuple[StandingChange, ...]] | None:
    """Return the remedy and the changed lines of the table; None if the ruling is upheld.

    Raises: the errors of applying the decision (`game_went_on`, `fact_missing` …).
    """
    if outcome == Appeal.Outcome.UPHELD:
        return None
    committee, ruling = Actor.of_system(f"appeal:{appeal.pk}"), appeal.ruling
    undoing = preview_reversal(actor=committee, now=now, ruling=ruling)
    remedy = undoing
    if amendment is not None:
        remedy = preview_superseding(
            actor=committee, now=now, ruling=ruling, kind=amendment.kind, facts=amendment.facts
        )
    keep_result(ruling.game, (remedy.result or undoing.result or ""))
    return remedy, standings_effect(ruling.game, remedy, undone=undoing)
