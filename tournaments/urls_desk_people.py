"""Players from the rating list, and what the section's games do to ratings."""

from django.urls import path

from tournaments.views.desk import rated

SECTION = "<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(SECTION + "players/rated/", rated.search, name="desk_rated"),
    path(SECTION + "players/ratings/", rated.ratings, name="desk_ratings"),
]
