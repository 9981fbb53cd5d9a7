from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class VenueConfig(AppConfig):
    name = "venue"

    def ready(self) -> None:
        """Put the pages of electronic boards and broadcasts into the menu of the desk."""
        from tavleya.permissions import Action
        from tournaments.views.desk.pages import PUBLISH, of_section
        from venue.services import broadcasting, pgn

        PUBLISH.insert(
            of_section(_("Electronic boards"), "desk_electronic_boards", "", Action.REPORT_BOARDS, pgn.fits),
            of_section(_("Lichess broadcast"), "desk_broadcast", "", Action.EDIT_EVENT, broadcasting.fits),
            after="desk_outputs",
        )
