from collections.abc import Sequence
from typing import Any

from django.db import models


class StoredFileField(models.CharField):  # type: ignore[type-arg]  # not subscriptable at run time
    """The name of a file in the storage.  A backup contains the file that each such field of each row names.

    Migrations see a `CharField`.
    """

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options
