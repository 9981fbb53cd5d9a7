"""Pages of django-allauth under our addresses; the names are allauth's, which its views use."""

from allauth.account import views as allauth
from django.urls import URLPattern, URLResolver, include, path, re_path

from accounts import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", allauth.login, name="login"),
    path("login/", allauth.login, name="account_login"),
    path("logout/", views.logout, name="logout"),
    path("logout/", views.logout, name="account_logout"),
    path("setup/", views.setup, name="setup"),
    path("account/", views.account, name="account"),
    path("account/new/", allauth.signup, name="account_signup"),
    path("account/locked/", allauth.account_inactive, name="account_inactive"),
    path("account/confirm/", allauth.reauthenticate, name="account_reauthenticate"),
    path("account/email/", allauth.email, name="account_email"),
    path("account/email/sent/", allauth.email_verification_sent, name="account_email_verification_sent"),
    re_path(r"^account/email/confirm/(?P<key>[-:\w]+)/$", allauth.confirm_email, name="account_confirm_email"),
    path("account/password/", allauth.password_change, name="account_change_password"),
    path("account/password/set/", allauth.password_set, name="account_set_password"),
    path("account/password/reset/", allauth.password_reset, name="account_reset_password"),
    path("account/password/reset/sent/", allauth.password_reset_done, name="account_reset_password_done"),
    path(
        "account/password/reset/done/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^account/password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path("account/security/", include("allauth.mfa.urls")),
    path("account/connections/", include("allauth.socialaccount.urls")),
    path("account/", include("allauth.socialaccount.providers.openid_connect.urls")),  # account/oidc/…
    path("account/sessions/", include("allauth.usersessions.urls")),
]
