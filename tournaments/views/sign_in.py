"""Where somebody comes to who has signed in."""

from __future__ import annotations

from django.contrib.auth.views import LoginView
from django.urls import reverse

from tournaments.models import EventRole


class SignIn(LoginView):
    """The page that was asked for; else the desk for officials, who sign in to work, and the events for others."""

    def get_default_redirect_url(self) -> str:
        official = EventRole.objects.filter(user=self.request.user.pk).exists()
        return reverse("desk") if official else super().get_default_redirect_url()
