"""Several players at once, players from the rating list, and what the section's games do to ratings."""

from django.urls import path

from entries.views.desk import check_in, online_entries
from ratings.views.desk import rated, rating_report
from tournaments.views.desk import entries, qualifying

SECTION = "<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(SECTION + "players/event/", entries.event_players, name="desk_event_players"),
    path(SECTION + "players/qualify/", qualifying.qualify, name="desk_qualify"),
    path(SECTION + "players/absences/", entries.absences, name="desk_absences"),
    path(SECTION + "players/rated/", rated.search, name="desk_rated"),
    path(SECTION + "players/ratings/", rated.ratings, name="desk_ratings"),
    path(SECTION + "entries/", online_entries.entries, name="desk_entries"),
    path(SECTION + "entries/terms/", online_entries.terms, name="desk_entry_terms"),
    path(SECTION + "entries.<table_file:form>", online_entries.file, name="desk_entries_file"),
    path(SECTION + "check-in/", check_in.check_in, name="desk_check_in"),
    path(SECTION + "rating-report/", rating_report.page, name="desk_rating_report"),
    path(SECTION + "rating-report.csv", rating_report.csv_file, name="desk_rating_report_csv"),
]
