from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FairPlayConfig(AppConfig):
    name = "fairplay"

    def ready(self) -> None:
        """Add its page to the console, its part to the arbiters' report and its tables to the file of an event."""
        from arbiter.views.desk import report_parts
        from fairplay.event_file import TABLES
        from fairplay.services import forget_declarations, forget_player
        from fairplay.views.checks import fair_play_part
        from tavleya.permissions import Action
        from tournaments import event_tables
        from tournaments.hooks import delete_old, player_erased
        from tournaments.views.desk.help import register_help
        from tournaments.views.desk.pages import CONSOLE, DeskPage

        CONSOLE.insert(
            DeskPage(
                _("Fair play"),
                "fair-play",
                "fair-play-devices fair-play-devices-pdf fair-play-complaints fair-play-complaint "
                "fair-play-complaint-pdf fair-play-complaint-form fair-play-declarations fair-play-screening",
                Action.KEEP_FAIR_PLAY,
            ),
            after="checklists",
        )
        register_help("fair-play", "console#fair-play")
        report_parts.register(fair_play_part)
        event_tables.register(*TABLES)
        player_erased.register(forget_player)
        delete_old.register("KEEP_DECLARATIONS_DAYS", lambda events, now, before: forget_declarations(events))
