"""Rating lists, rating reports, norms and forms of federations at the desk."""

from django.urls import path

from ratings.views.desk import forms, player_lists, rated, rating_report
from tournaments.routes import DESK_SECTION

urlpatterns = [
    path(DESK_SECTION + "players/list/", player_lists.import_list, name="desk_player_list"),
    path(DESK_SECTION + "players/rated/", rated.search, name="desk_rated"),
    path(DESK_SECTION + "players/ratings/", rated.ratings, name="desk_ratings"),
    path(DESK_SECTION + "rating-report/", rating_report.page, name="desk_rating_report"),
    path(DESK_SECTION + "rating-report.csv", rating_report.csv_file, name="desk_rating_report_csv"),
    path(DESK_SECTION + "norms/", rating_report.norms, name="desk_norms"),
    path(DESK_SECTION + "forms/<name:code>/", forms.form, name="desk_form"),
]
