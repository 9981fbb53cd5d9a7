"""Brackets and drawn openings, for anybody."""

from django.urls import path

from tournaments.views import knockouts, opening_draws

SECTION = "events/<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(SECTION + "bracket/", knockouts.bracket_page, name="bracket"),
    path(SECTION + "openings/", opening_draws.openings, name="openings"),
    path(SECTION + "openings.json", opening_draws.record, name="openings_record"),
]
