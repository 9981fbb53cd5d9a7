"""The event's log of rulings, and the appeals against them."""

from django.urls import path

from arbiter.views import appeal_decision, appeals, committee, desk, ruling_log, ruling_report, work_record

urlpatterns = [
    path("", desk.signed_in(ruling_log.log), name="rulings"),
    path("rulings.csv", desk.signed_in(ruling_log.table), name="rulings-table"),
    path("report/", desk.signed_in(ruling_log.report), name="rulings-report"),
    path("report.pdf", desk.signed_in(ruling_report.report_pdf), name="rulings-report-pdf"),
    path("work-record/", desk.signed_in(work_record.page), name="work-record"),
    path("work-record.<slug:form>", desk.signed_in(work_record.file), name="work-record-file"),
    path("appeals/", desk.signed_in(appeals.appeals), name="appeals"),
    path("appeals/committee/", desk.signed_in(committee.committee), name="committee"),
    path("appeals/<int:number>/", desk.signed_in(appeals.appeal), name="appeal"),
    path("appeals/<int:number>/decision/", desk.signed_in(appeal_decision.decision), name="appeal-decision"),
]
