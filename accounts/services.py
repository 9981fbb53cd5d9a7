"""What is done to accounts, outside of what each person does with the pages of django-allauth."""

from __future__ import annotations

from django.db import transaction

from accounts.messages import say
from accounts.models import User
from common.actors import Actor
from common.errors import BadInput, NotFound


@transaction.atomic
def rename(*, actor: Actor, user_id: int, name: str) -> User:
    """Give somebody another name: in every list and document.  BadInput `account_name_missing`.

    People rename themselves; an administrator renames others.
    """
    user = lock_user(user_id)
    if not name.strip():
        raise BadInput(say("account_name_missing"), field="name")
    user.name = name.strip()
    user.save(update_fields=["name"])
    User.objects.filter(merged_into=user).update(name=user.name)
    return user


def lock_user(user_id: int) -> User:
    """Raises NotFound `no_such_account`."""
    user = User.objects.select_for_update().filter(pk=user_id, deleted_at=None).first()
    if user is None:
        raise NotFound(say("no_such_account"))
    return user
