"""The whole ceremony of a passkey, in a browser with a device: added, signed out, signed in with it alone."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Server
from tests.world import PASSWORD

pytestmark = pytest.mark.long


@pytest.fixture
def page(server: Server, visitor: NewPage) -> Page:
    """A browser at the host name of the service: a passkey belongs to a name, not to an IP address."""
    get_user_model().objects.create_user("olga", "olga@example.org", PASSWORD, name="Olga Orlova")
    tab = visitor(base_url=server.url.replace("127.0.0.1", "localhost"))
    device = tab.context.new_cdp_session(tab)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return tab


def test_a_passkey_is_added_and_signs_in_without_a_password(page: Page) -> None:
    page.goto("/login/")
    page.fill("[name=login]", "olga")
    page.fill("[name=password]", PASSWORD)
    page.click("main form[method=post] button.button-main")
    page.wait_for_url(lambda url: "/login/" not in url)
    page.goto("/account/security/webauthn/add/")
    page.fill("[name=password]", PASSWORD)  # again: this concerns the security of the account
    page.click("main form[method=post] button.button-main")
    page.fill("[name=name]", "This laptop")
    page.check("[name=passwordless]")
    page.click("[data-passkey=create]")
    page.wait_for_url(lambda url: "/webauthn/add/" not in url)
    page.goto("/account/security/webauthn/")
    expect(page.locator("main")).to_contain_text("This laptop")
    expect(page.locator("main")).to_contain_text("signs in without a password")
    page.context.clear_cookies()
    page.goto("/account/")
    page.wait_for_url("**/login/**")
    page.click("[data-passkey=get]")
    page.wait_for_url(lambda url: "/login/" not in url)
    page.goto("/account/")
    expect(page.locator("main")).to_contain_text("olga")


def test_a_device_without_the_passkey_does_not_sign_in(page: Page) -> None:
    page.goto("/login/")
    page.click("[data-passkey=get]")
    expect(page.locator("[data-passkey-failed]")).to_be_visible()
    assert "/login/" in page.url
