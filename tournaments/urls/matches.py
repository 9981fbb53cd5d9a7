"""Brackets and drawn openings, for anybody."""

from django.urls import path

from tournaments.views import drawn, knockouts

SECTION = "events/<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(SECTION + "bracket/", knockouts.bracket_page, name="bracket"),
    path(SECTION + "openings/", drawn.openings, name="openings"),
    path(SECTION + "openings.json", drawn.record, name="openings_record"),
]
