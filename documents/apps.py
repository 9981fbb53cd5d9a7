from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from tavleya.messages import N_


class DocumentsConfig(AppConfig):
    name = "documents"

    def ready(self) -> None:
        """Put prizes and documents into the desk, public pages, the arbiters' report and the file of an event."""
        from arbiter.views.desk import prize_items
        from documents.models import Award, Category, Prize, PrizeFund
        from documents.views import downloads, outputs, prizes, public
        from ratings.models import NormTerms
        from tavleya.use import Copy
        from tournaments import hooks
        from tournaments.event_tables import Table, register
        from tournaments.views.desk.help import register_help
        from tournaments.views.desk.log_lines import field_labels, value_names
        from tournaments.views.desk.pages import PRIZES, PUBLISH, section_page

        hooks.section_pages.register(prizes.prizes_of_section)
        hooks.section_joins.register(lambda: "prize_fund")
        hooks.category_links.register(public.category_links)
        hooks.downloads.register(downloads.downloads_of)
        hooks.prints.register(outputs.prints_of)
        hooks.file_links.register(outputs.files_of)
        prize_items.register(public.prize_items)
        register(
            Table(Category, "section__event", "section", copied=Copy.REPETITION),
            Table(PrizeFund, "section__event", "section", copied=Copy.REPETITION),
            Table(Prize, "section__event", "section category", copied=Copy.REPETITION),
            before=NormTerms,
        )
        register(Table(Award, "section__event", "section", actors="approved_by cancelled_by"))
        field_labels.register(prizes.label_of_field)
        value_names.register("sharing", prizes.name_of_sharing)
        PRIZES.insert(section_page(_("Prizes"), "desk_prizes", "desk_category desk_category_new desk_prizes_print"))
        PUBLISH.lead_to("desk_outputs", "desk_document", "desk_round_document")
        register_help(
            "desk_prizes",
            "standings-and-prizes#prizes",
            N_(
                "Give each category its prizes, check the list, then approve it. Each player gets one prize, the "
                "greatest; tied players share as you chose. An approved list stays as it is even if the standings "
                "change."
            ),
        )
        register_help("desk_category_new", "standings-and-prizes#categories")
        register_help(
            "desk_category",
            "standings-and-prizes#categories",
            N_(
                "A category is defined by its terms, not by a list of names: every player who meets all of them is in. "
                "Players whose data are missing are listed so that you can complete them."
            ),
        )
