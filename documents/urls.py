"""Files of tables and games for the public, and prizes at the desk."""

from django.urls import path

from documents.views import exports, prizes
from documents.views import exports as game_files
from tournaments.routes import DESK_SECTION, EVENT, SECTION

urlpatterns = [
    path(EVENT + "<name:section_slug>.xlsx", exports.section_workbook, name="section_xlsx"),
    path(EVENT + "<name:section_slug>.<file_form:form>", game_files.section_games, name="section_games"),
    path(SECTION + "games.<export:form>", exports.round_file, name="schedule_file"),
    path(SECTION + "games.<file_form:form>", game_files.round_games, name="schedule_games"),
    path(SECTION + "rounds/<int:number>.<export:form>", exports.round_file, name="round_file"),
    path(SECTION + "rounds/<int:number>.<file_form:form>", game_files.round_games, name="round_games"),
    path(SECTION + "standings.<export:form>", exports.standings_file, name="standings_file"),
    path(SECTION + "crosstable.<export:form>", exports.crosstable_file, name="crosstable_file"),
    path(SECTION + "players.<export:form>", exports.players_file, name="players_file"),
    path(DESK_SECTION + "prizes/", prizes.prizes, name="desk_prizes"),
    path(DESK_SECTION + "prizes/new-category/", prizes.category, name="desk_category_new"),
    path(DESK_SECTION + "prizes/categories/<name:category_slug>/", prizes.category, name="desk_category"),
    path(DESK_SECTION + "prizes/print/", prizes.print_page, name="desk_prizes_print"),
]
