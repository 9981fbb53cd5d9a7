"""What belongs to one game beside its moves and its board: the player's own score sheet."""

from django.urls import path

from arbiter.views import own_sheet

urlpatterns = [
    path("sheet/", own_sheet.own_sheet, name="own-sheet"),
    path("sheet/photos/<int:photo_id>/", own_sheet.own_photo, name="own-photo"),
]
