"""What a section and its rounds give out on paper and as files."""

from django.urls import path

from tournaments.views.desk import outputs

SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"

urlpatterns = [
    path(SECTION + "outputs/", outputs.section_outputs, name="desk_outputs"),
    path(SECTION + "outputs/<name:code>.pdf", outputs.document, name="desk_document"),
    path(ROUND + "outputs/", outputs.round_outputs, name="desk_round_outputs"),
    path(ROUND + "outputs/<name:code>.pdf", outputs.round_document, name="desk_round_document"),
]
