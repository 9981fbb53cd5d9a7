"""The desk of an organiser: home, events, players, outputs."""

from django.urls import path

from portal.views.desk import event, outputs, players, set_up
from tournaments.routes import DESK_EVENT, DESK_ROUND, DESK_SECTION

urlpatterns = [
    path("desk/", event.home, name="desk"),
    path("desk/new-event/", event.event_new, name="desk_event_new"),
    path("desk/new-event/quick/", set_up.set_up, name="desk_set_up"),
    path("desk/suggest/address/", event.suggest_address, name="desk_suggest_address"),
    path("desk/suggest/control/", event.suggest_control, name="desk_suggest_control"),
    path("desk/suggest/tie-breaks/", event.suggest_tiebreaks, name="desk_suggest_tiebreaks"),
    path("desk/organisations/<name:slug>/log/", event.organisation_log, name="desk_organisation_log"),
    path(DESK_EVENT, event.event, name="desk_event"),
    path(DESK_EVENT + "edit/", event.edit, name="desk_event_edit"),
    path(DESK_EVENT + "edit/published/", event.publish, name="desk_event_publish"),
    path(DESK_EVENT + "rehearse/", event.rehearse, name="desk_rehearse"),
    path(DESK_EVENT + "archive/", event.archive, name="desk_archive"),
    path(DESK_EVENT + "log/", event.log, name="desk_log"),
    path(DESK_SECTION + "players/", players.players, name="desk_players"),
    path(DESK_SECTION + "players/new/", players.new, name="desk_player_new"),
    path(DESK_SECTION + "players/numbers/", players.number, name="desk_player_numbers"),
    path(DESK_SECTION + "players/<int:number>/", players.player, name="desk_player"),
    path(DESK_SECTION + "players/<int:number>/withdraw/", players.withdraw, name="desk_player_withdraw"),
    path(DESK_SECTION + "outputs/", outputs.section_outputs, name="desk_outputs"),
    path(DESK_SECTION + "outputs/<name:code>.pdf", outputs.document, name="desk_document"),
    path(DESK_SECTION + "outputs/federation.xlsx", outputs.federation_file, name="desk_federation_file"),
    path(DESK_ROUND + "outputs/", outputs.round_outputs, name="desk_round_outputs"),
    path(DESK_ROUND + "outputs/<name:code>.pdf", outputs.round_document, name="desk_round_document"),
]
