"""Whole events at the desk: as files, rehearsed, repeated."""

from django.urls import path

from tournaments.routes import DESK_EVENT
from transfer import views

urlpatterns = [
    path("desk/new-event/file/", views.event_file_new, name="desk_event_file_new"),
    path("desk/new-event/file/<uuid:key>/", views.event_file, name="desk_event_file"),
    path(DESK_EVENT + "hand-off/", views.hand_off, name="desk_hand_off"),
    path(DESK_EVENT + "hand-off/<uuid:key>/file/", views.download, name="desk_hand_off_file"),
    path(DESK_EVENT + "rehearse/", views.rehearse, name="desk_rehearse"),
    path(DESK_EVENT + "repeat/", views.repeat, name="desk_repeat"),
    path(DESK_EVENT + "template/", views.template, name="desk_template"),
]
