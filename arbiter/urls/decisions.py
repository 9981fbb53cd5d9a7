"""Decisions on appeals, for everybody."""

from django.urls import path

from arbiter.views import decisions

urlpatterns = [path("", decisions.decisions, name="decisions")]
