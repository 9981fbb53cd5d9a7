"""Electronic boards and broadcasts."""

from django.urls import path

from tournaments.routes import DESK_SECTION
from venue import views

urlpatterns = [
    path(DESK_SECTION + "electronic-boards/", views.electronic_boards, name="desk_electronic_boards"),
    path(DESK_SECTION + "broadcast/", views.broadcast, name="desk_broadcast"),
]
