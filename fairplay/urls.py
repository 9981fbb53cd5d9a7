"""Fair play in the console."""

from django.urls import path

from arbiter.views.desk import signed_in
from fairplay.views import checks, complaints
from tournaments.routes import DESK_EVENT

FAIR_PLAY = DESK_EVENT + "boards/fair-play/"

urlpatterns = [
    path(FAIR_PLAY, signed_in(checks.checks), name="fair-play"),
    path(FAIR_PLAY + "devices/", signed_in(complaints.devices), name="fair-play-devices"),
    path(FAIR_PLAY + "devices.pdf", signed_in(complaints.devices_pdf), name="fair-play-devices-pdf"),
    path(FAIR_PLAY + "complaints/", signed_in(complaints.complaints), name="fair-play-complaints"),
    path(FAIR_PLAY + "complaints/form.pdf", signed_in(complaints.blank_pdf), name="fair-play-complaint-form"),
    path(FAIR_PLAY + "complaints/<int:number>/", signed_in(complaints.complaint), name="fair-play-complaint"),
    path(
        FAIR_PLAY + "complaints/<int:number>.pdf", signed_in(complaints.complaint_pdf), name="fair-play-complaint-pdf"
    ),
    path(FAIR_PLAY + "declarations/", signed_in(complaints.declarations), name="fair-play-declarations"),
    path(FAIR_PLAY + "screening/<slug:section_slug>/", signed_in(checks.screening), name="fair-play-screening"),
]
