"""When check-in for a round is open."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm, MomentField


class CheckInForm(DeskForm):
    """Both may be empty: then it is open until the round is published."""

    opens_at = MomentField(label=_("Check-in opens"))
    closes_at = MomentField(label=_("Check-in closes"))
