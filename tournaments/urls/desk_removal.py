"""The desk's pages of what is deleted or archived."""

from django.urls import path

from tournaments.views.desk import removal

urlpatterns = [
    path("<name:slug>/edit/removal/", removal.event, name="desk_event_removal"),
    path("<name:slug>/<name:section_slug>/edit/removal/", removal.section, name="desk_section_removal"),
]
