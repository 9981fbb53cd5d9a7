"""Tournament reports and files of games."""

from django.urls import path

from reports.views import reports
from tournaments.routes import DESK_EVENT, DESK_SECTION, EVENT

urlpatterns = [
    path(EVENT + "<name:section_slug>.trf", reports.trf, name="section_trf"),
    path(DESK_EVENT + "jobs/<uuid:key>/", reports.job, name="desk_job"),
    path(DESK_SECTION + "file/", reports.games, name="desk_games"),
    path(DESK_EVENT + "new-section/report/", reports.new, name="desk_trf_new"),
    path(DESK_EVENT + "new-section/report/<uuid:key>/", reports.section, name="desk_trf_section"),
    path(DESK_EVENT + "new-section/report/<uuid:key>/faults/", reports.choose, name="desk_trf_choose"),
    path(DESK_SECTION + "file/report/", reports.into, name="desk_trf"),
]
