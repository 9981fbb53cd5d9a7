"""A Swiss at the desk: the coming round, drafts changed by hand, why who meets whom, the way back."""

from django.urls import path

from tournaments.views.desk import pairing_explanations, swiss, swiss_draft, swiss_job, swiss_points

SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"

urlpatterns = [
    path(SECTION + "pairing/", swiss.next_round_page, name="desk_swiss"),
    path(SECTION + "pairing/action/", swiss.handle_action, name="desk_swiss_action"),
    path(SECTION + "pairing/jobs/<uuid:key>/", swiss_job.job, name="desk_swiss_job"),
    path(SECTION + "pairing/points/", swiss_points.points, name="desk_swiss_points"),
    path(ROUND + "change/", swiss_draft.change, name="desk_swiss_change"),
    path(ROUND + "pair-again/", swiss_draft.pair_again, name="desk_pair_again"),
    path(ROUND + "why/", pairing_explanations.explain_pairing, name="desk_pairing_explanation"),
    path(
        ROUND + "boards/<int:board>/why/", pairing_explanations.explain_board, name="desk_board_explanation"
    ),
]
