from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tavleya.messages import N_


class VenueConfig(AppConfig):
    name = "venue"

    def ready(self) -> None:
        """Put the pages of electronic boards and broadcasts into the menu of the desk, with their help."""
        from tavleya.permissions import Action
        from tournaments.views.desk.help import register_help
        from tournaments.views.desk.pages import PUBLISH, section_page
        from venue.services import broadcasting, pgn

        PUBLISH.insert(
            section_page(
                _("Electronic boards"), "desk_electronic_boards", "", Action.REPORT_BOARDS, pgn.supports_boards
            ),
            section_page(_("Lichess broadcast"), "desk_broadcast", "", Action.EDIT_EVENT, broadcasting.can_broadcast),
            after="desk_outputs",
        )
        register_help(
            "desk_electronic_boards",
            "live-boards#electronic-boards",
            N_(
                "Assign electronic boards to the tables of this section, and set the address where a program at the "
                "venue publishes the games as PGN. Where a board differs from the record, the console asks an arbiter."
            ),
        )
        register_help(
            "desk_broadcast",
            "live-boards#lichess",
            N_(
                "Send rounds to a broadcast on lichess while they are played: whole rounds, a few seconds after "
                "something has changed, and not before the broadcast delay of the section has passed."
            ),
        )
