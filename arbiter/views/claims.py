"""Draw claims of a player, and the price of a wrong claim, shown before they claim."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.views.decisions import claim_name
from tavleya.law.durations import duration
from tavleya.law.terms import Regime
from tavleya.rules.registry import spec_of


@dataclass(frozen=True, slots=True)
class ClaimForm:
    """The kinds of draw that can be claimed, and the consequences in sentences; `article` sets the price."""

    kinds: list[tuple[str, str]]
    consequences: list[str]
    article: str


def claim_form(regime: Regime) -> ClaimForm | None:
    """Return the form, or None if draws occur without a claim (draughts)."""
    if not spec_of(regime.game).draws_claimed:
        return None
    kinds = [(kind.value, claim_name(kind)) for kind in regime.claim_articles]
    text = [gettext("If the record confirms it, the game is drawn at once.")]
    price = regime.wrong_claim
    if price is None:
        return ClaimForm(kinds, text, "")
    times = {
        "loses": duration(price.claimant_loses_at_most_ms).render(gettext),
        "gains": duration(price.opponent_gains_ms).render(gettext),
    }
    if price.claimant_loses_half:
        text.append(
            gettext(
                "If not, you lose half of your remaining time, at most %(loses)s, "
                "and your opponent gets %(gains)s extra."
            )
            % times
        )
    else:
        text.append(gettext("If not, your opponent gets %(gains)s extra.") % times)
    text.append(gettext("If you announce a move, you must then play it."))
    return ClaimForm(kinds, text, regime.article("wrong_claim"))
