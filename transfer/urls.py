"""Whole events at the desk: as files, repeated, deleted."""

from django.urls import path

from tournaments.routes import DESK_EVENT, DESK_SECTION
from transfer import views

urlpatterns = [
    path("desk/new-event/file/", views.event_file_new, name="desk_event_file_new"),
    path("desk/new-event/file/<uuid:key>/", views.event_file, name="desk_event_file"),
    path(DESK_EVENT + "hand-off/", views.hand_off, name="desk_hand_off"),
    path(DESK_EVENT + "hand-off/<uuid:key>/file/", views.download, name="desk_hand_off_file"),
    path(DESK_EVENT + "repeat/", views.repeat, name="desk_repeat"),
    path(DESK_EVENT + "template/", views.template, name="desk_template"),
    path(DESK_EVENT + "edit/removal/", views.event, name="desk_event_removal"),
    path(DESK_SECTION + "edit/removal/", views.section, name="desk_section_removal"),
]
