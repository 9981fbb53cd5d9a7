from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tavleya.messages import N_


class TransferConfig(AppConfig):
    name = "transfer"

    def ready(self) -> None:
        """Put the pages of copies and event files into the menu of the desk, with their help."""
        from tavleya.permissions import Action
        from tournaments.views.desk.help import register_help
        from tournaments.views.desk.pages import OVERVIEW, SETTINGS, DeskPage

        OVERVIEW.lead_to("desk_event", "desk_rehearse", "desk_repeat", "desk_template")
        SETTINGS.insert(
            DeskPage(_("Export and hand-off"), "desk_hand_off", "desk_hand_off_file", Action.HAND_OFF),
            after="desk_tokens",
        )
        register_help("desk_rehearse", "events-and-sections#rehearsal")
        register_help("desk_repeat", "events-and-sections#repeat")
        register_help("desk_template", "events-and-sections#repeat")
        register_help("desk_event_file_new", "files#event-file")
        register_help("desk_event_file", "files#event-file")
        register_help(
            "desk_hand_off",
            "files#hand-off",
            N_(
                "Check the event out to run it on another machine, for example a laptop without a network. Until it is "
                "checked in again, it can only be read here."
            ),
        )
