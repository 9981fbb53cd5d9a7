"""The rules of a section, for everybody."""

from django.urls import path

from arbiter.views import rules

urlpatterns = [path("", rules.rules, name="rules")]
