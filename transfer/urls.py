"""Whole events at the desk: as files, repeated, deleted."""

from django.urls import path

from tournaments.routes import DESK_EVENT, DESK_SECTION
from transfer.views import hand_off, repeating

urlpatterns = [
    path("desk/new-event/file/", hand_off.event_file_new, name="desk_event_file_new"),
    path("desk/new-event/file/<uuid:key>/", hand_off.event_file, name="desk_event_file"),
    path(DESK_EVENT + "hand-off/", hand_off.hand_off, name="desk_hand_off"),
    path(DESK_EVENT + "hand-off/<uuid:key>/file/", hand_off.download, name="desk_hand_off_file"),
    path(DESK_EVENT + "repeat/", repeating.repeat, name="desk_repeat"),
    path(DESK_EVENT + "template/", repeating.template, name="desk_template"),
    path(DESK_EVENT + "edit/removal/", repeating.event, name="desk_event_removal"),
    path(DESK_SECTION + "edit/removal/", repeating.section, name="desk_section_removal"),
]
