"""Electronic boards and broadcasts."""

from django.urls import path

from tournaments.routes import DESK_SECTION
from venue.views import broadcast, electronic_boards

urlpatterns = [
    path(
        DESK_SECTION + "electronic-boards/",
        electronic_boards.electronic_boards,
        name="desk_electronic_boards",
    ),
    path(DESK_SECTION + "broadcast/", broadcast.broadcast, name="desk_broadcast"),
]
