"""One player against many at once."""

from tavleya.messages import N_
from tavleya.pairing import simul
from tavleya.pairing.options import SimulOptions
from tournaments.systems.base import Method, OptionGroup, PairingMode, Report, System
from tournaments.systems.fields import Choice

SIMUL = System(
    "simul",
    N_("Simultaneous display"),
    PairingMode.AS_DISPLAY,
    Report("Individual: Simultaneous display", "CUSTOM_SIMUL"),
    methods=(Method(simul.SYSTEM, N_("simultaneous display")),),
    ranked=False,
    options=SimulOptions,
    option_group=OptionGroup(
        N_("Simultaneous display"),
        fields=(
            Choice(
                "colours",
                N_("The giver of the display plays"),
                (
                    (simul.Colours.WHITE.value, N_("White everywhere")),
                    (simul.Colours.BLACK.value, N_("Black everywhere")),
                    (simul.Colours.ALTERNATE.value, N_("White on odd boards, Black on even boards")),
                ),
            ),
        ),
    ),
    round_page="tournaments.views.displays.round_page",
    summary=N_("One player against many at once."),
)
