"""The screens of the hall: what a projector or a monitor shows, for everybody to read."""

from django.urls import path

from arbiter.views import screens

SECTION = "<name:slug>/<name:section_slug>/"

urlpatterns = [
    path("<name:slug>/", screens.screens, name="hall"),
    path(SECTION + "boards/", screens.by_board, name="hall_boards"),
    path(SECTION + "names/", screens.by_name, name="hall_names"),
    path(SECTION + "standings/", screens.standings, name="hall_standings"),
    path(SECTION + "top/", screens.top, name="hall_top"),
    path(SECTION + "clocks/", screens.clocks, name="hall_clocks"),
]
