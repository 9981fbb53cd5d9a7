"""The desk's pages of whole events as files."""

from django.urls import path

from transfer.views import hand_off

urlpatterns = [
    path("new-event/file/", hand_off.event_file_new, name="desk_event_file_new"),
    path("new-event/file/<uuid:key>/", hand_off.event_file, name="desk_event_file"),
    path("<name:slug>/hand-off/", hand_off.hand_off, name="desk_hand_off"),
    path("<name:slug>/hand-off/<uuid:key>/file/", hand_off.download, name="desk_hand_off_file"),
]
