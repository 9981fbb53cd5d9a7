"""What belongs to one game beside its moves and its board: a player's score sheet, the replay of the clocks."""

from django.urls import path

from arbiter.views import clocks, own_sheet

urlpatterns = [
    path("clocks/", clocks.public_clocks, name="game-clocks"),
    path("sheet/", own_sheet.own_sheet, name="own-sheet"),
    path("sheet/photos/<int:photo_id>/", own_sheet.own_photo, name="own-photo"),
]
