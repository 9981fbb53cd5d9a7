"""Knockouts, drawn openings and players who did not come, at the desk."""

from django.urls import path

from tournaments.views.desk import absent, drawn, knockout

SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"

urlpatterns = [
    path(SECTION + "knockout/", knockout.knockout, name="desk_knockout"),
    path(SECTION + "knockout/act/", knockout.act, name="desk_knockout_act"),
    path(SECTION + "openings/", drawn.openings, name="desk_openings"),
    path(ROUND + "absent/", absent.absent, name="desk_absent"),
]
