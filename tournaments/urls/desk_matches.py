"""Knockouts, drawn openings and players who did not come, at the desk."""

from django.urls import path

from tournaments.views.desk import knockout, no_shows, opening_draws

SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"

urlpatterns = [
    path(SECTION + "knockout/", knockout.knockout, name="desk_knockout"),
    path(SECTION + "knockout/action/", knockout.handle_action, name="desk_knockout_action"),
    path(SECTION + "openings/", opening_draws.openings, name="desk_openings"),
    path(ROUND + "no-shows/", no_shows.no_shows, name="desk_no_shows"),
]
