"""Several players at once, players from the rating list, and what the section's games do to ratings."""

from django.urls import path

from tournaments.views.desk import entries, rated, rating_report

SECTION = "<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(SECTION + "players/event/", entries.event_players, name="desk_event_players"),
    path(SECTION + "players/qualify/", entries.qualify, name="desk_qualify"),
    path(SECTION + "players/absences/", entries.absences, name="desk_absences"),
    path(SECTION + "players/rated/", rated.search, name="desk_rated"),
    path(SECTION + "players/ratings/", rated.ratings, name="desk_ratings"),
    path(SECTION + "rating-report/", rating_report.page, name="desk_rating_report"),
    path(SECTION + "rating-report.csv", rating_report.csv_file, name="desk_rating_report_csv"),
]
