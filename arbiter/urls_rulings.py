"""The event's log of rulings."""

from django.urls import path

from arbiter.views import desk, ruling_log

urlpatterns = [
    path("", desk.signed_in(ruling_log.log), name="rulings"),
    path("rulings.csv", desk.signed_in(ruling_log.table), name="rulings-table"),
    path("report/", desk.signed_in(ruling_log.report), name="rulings-report"),
]
