"""A Swiss at the desk: the coming round, drafts changed by hand, why who meets whom, the way back."""

from django.urls import path

from tournaments.views.desk import swiss, swiss_draft, swiss_points, swiss_why

SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"

urlpatterns = [
    path(SECTION + "pairing/", swiss.coming, name="desk_swiss"),
    path(SECTION + "pairing/act/", swiss.act, name="desk_swiss_act"),
    path(SECTION + "pairing/jobs/<uuid:key>/", swiss.job, name="desk_swiss_job"),
    path(SECTION + "pairing/points/", swiss_points.points, name="desk_swiss_points"),
    path(ROUND + "change/", swiss_draft.change, name="desk_swiss_change"),
    path(ROUND + "why/", swiss_why.why, name="desk_swiss_why"),
    path(ROUND + "boards/<int:board>/why/", swiss_why.why_board, name="desk_swiss_why_board"),
]
