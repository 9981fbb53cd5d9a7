"""Files of tables and games, public prizes and categories; prizes and documents for print at the desk."""

from django.urls import path

from documents.views import exports, outputs, prizes, public
from tournaments.routes import DESK_ROUND, DESK_SECTION, EVENT, SECTION

urlpatterns = [
    path(EVENT + "<name:section_slug>.xlsx", exports.section_workbook, name="section_xlsx"),
    path(EVENT + "<name:section_slug>.<file_form:form>", exports.section_games, name="section_games"),
    path(SECTION + "games.<export:form>", exports.round_file, name="schedule_file"),
    path(SECTION + "games.<file_form:form>", exports.round_games, name="schedule_games"),
    path(SECTION + "rounds/<int:number>.<export:form>", exports.round_file, name="round_file"),
    path(SECTION + "rounds/<int:number>.<file_form:form>", exports.round_games, name="round_games"),
    path(SECTION + "standings.<export:form>", exports.standings_file, name="standings_file"),
    path(SECTION + "crosstable.<export:form>", exports.crosstable_file, name="crosstable_file"),
    path(SECTION + "players.<export:form>", exports.players_file, name="players_file"),
    path(SECTION + "standings/<name:category_slug>/", public.category, name="category_standings"),
    path(SECTION + "prizes/", public.prizes, name="prizes"),
    path(DESK_SECTION + "outputs/<name:code>.pdf", outputs.document, name="desk_document"),
    path(DESK_ROUND + "outputs/<name:code>.pdf", outputs.round_document, name="desk_round_document"),
    path(DESK_SECTION + "prizes/", prizes.prizes, name="desk_prizes"),
    path(DESK_SECTION + "prizes/new-category/", prizes.category, name="desk_category_new"),
    path(DESK_SECTION + "prizes/categories/<name:category_slug>/", prizes.category, name="desk_category"),
    path(DESK_SECTION + "prizes/print/", prizes.print_page, name="desk_prizes_print"),
]
