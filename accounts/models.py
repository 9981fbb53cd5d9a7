from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext

from tavleya.use import CODE, PLACEHOLDER, use


class User(AbstractUser):
    """A user account.  `is_superuser`: an administrator of the service; `is_active` false: locked.

    `name` is the signature in rulings, reports and logs.  They store the row's number and read the name from here,
    so that a change or erasure of the name takes effect everywhere.
    """

    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    name = use(models.CharField(max_length=150, blank=True), PLACEHOLDER)
    #: The account that this one was merged into: it has its roles, and the name of both.
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="merged")
    deleted_at = models.DateTimeField(null=True, blank=True)

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    @property
    def shown_name(self) -> str:
        """The public name: the name, else the user name."""
        return gettext("Deleted account") if self.deleted_at is not None else self.name or self.username

    def get_full_name(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        return self.name


# Fields that Django declares.
use(User._meta.get_field("username"), PLACEHOLDER)
use(User._meta.get_field("email"), PLACEHOLDER)
use(User._meta.get_field("password"), PLACEHOLDER, withheld=True)


class SetupCode(models.Model):
    """The code for creating the first administrator.  Printed at the start, stored as a digest."""

    digest = use(models.CharField(max_length=64), CODE)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M}"
