"""Signing a browser in."""

from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Page


def sign_in(page: Page, base: str, name: str) -> None:
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": base}])
