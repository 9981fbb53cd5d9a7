"""What a section and its rounds give out on paper and as files."""

from django.urls import path

from portal.views.desk import outputs
from ratings.views.desk import forms
from venue.views import broadcast, electronic_boards

SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"

urlpatterns = [
    path(SECTION + "outputs/", outputs.section_outputs, name="desk_outputs"),
    path(SECTION + "outputs/<name:code>.pdf", outputs.document, name="desk_document"),
    path(SECTION + "outputs/federation.xlsx", outputs.federation_file, name="desk_federation_file"),
    path(
        SECTION + "electronic-boards/",
        electronic_boards.electronic_boards,
        name="desk_electronic_boards",
    ),
    path(SECTION + "broadcast/", broadcast.broadcast, name="desk_broadcast"),
    path(SECTION + "forms/<name:code>/", forms.form, name="desk_form"),
    path(ROUND + "outputs/", outputs.round_outputs, name="desk_round_outputs"),
    path(ROUND + "outputs/<name:code>.pdf", outputs.round_document, name="desk_round_document"),
]
