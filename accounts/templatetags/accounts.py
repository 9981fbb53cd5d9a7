import json

from allauth.account.adapter import get_adapter
from django import template
from django.conf import settings
from django.forms import BoundField
from django.utils.safestring import SafeString

from accounts.administration import must_add
from accounts.services import has_administrator

register = template.Library()


@register.filter
def plain(field: BoundField) -> SafeString:
    """Return the field without allauth's placeholder, which repeats its label."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter
def as_json(value: object) -> str:
    """Return a value as JSON, for an attribute that a script reads."""
    return json.dumps(value)


@register.simple_tag(takes_context=True)
def service_accounts(context: template.Context) -> dict[str, object]:
    """Return the features of this service, and the reader's options and duties.

    `provider` of sign-in, `sends_email`, `may_be_set_up` still; `may_sign_up`, `must_add_factor`.
    """
    return {
        "provider": {"key": settings.OIDC_PROVIDER_ID, "name": settings.OIDC_NAME} if settings.OIDC_URL else None,
        "sends_email": settings.SENDS_EMAIL,
        "must_add_factor": must_add(context["request"].user),
        "may_be_set_up": not has_administrator(),
        "may_sign_up": get_adapter().is_open_for_signup(context["request"]),
    }
