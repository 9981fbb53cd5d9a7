"""The desk's pages of what is deleted or archived, and of the mode that is left for good."""

from django.urls import path

from tournaments.views.desk import mode
from transfer.views import removal

urlpatterns = [
    path("<name:slug>/edit/removal/", removal.event, name="desk_event_removal"),
    path("<name:slug>/<name:section_slug>/edit/mode/", mode.leave, name="desk_section_mode"),
    path("<name:slug>/<name:section_slug>/edit/removal/", removal.section, name="desk_section_removal"),
]
