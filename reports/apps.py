from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReportsConfig(AppConfig):
    name = "reports"

    def ready(self) -> None:
        """Put the pages of reports and files of games into the desk, and the report among the files of a section."""
        from reports.views.reports import report_link
        from tavleya.permissions import Action
        from tournaments.hooks import section_files
        from tournaments.views.desk.help import register_help
        from tournaments.views.desk.pages import OVERVIEW, PUBLISH, section_page

        new_section = ("desk_trf_new", "desk_trf_section", "desk_trf_choose")
        OVERVIEW.lead_to("desk_event", *new_section)
        PUBLISH.insert(
            section_page(_("Game file"), "desk_games", "desk_trf desk_job", Action.IMPORT_GAMES), after="desk_outputs"
        )
        for address in (*new_section, "desk_trf", "desk_job"):
            register_help(address, "files#trf")
        register_help("desk_games", "files#games")
        section_files.register(report_link)
