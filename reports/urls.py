"""The desk's pages of tournament reports."""

from django.urls import path

from reports.views import reports

urlpatterns = [
    path("<name:slug>/new-section/report/", reports.new, name="desk_trf_new"),
    path("<name:slug>/new-section/report/<uuid:key>/", reports.section, name="desk_trf_section"),
    path("<name:slug>/new-section/report/<uuid:key>/faults/", reports.choose, name="desk_trf_choose"),
    path("<name:slug>/<name:section_slug>/file/report/", reports.into, name="desk_trf"),
]
