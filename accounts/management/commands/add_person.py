import argparse
from getpass import getpass
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from accounts import services
from accounts.addresses import password_link
from accounts.models import User
from tavleya.actors import Actor
from tavleya.errors import DomainError


class Command(BaseCommand):
    help = "Create an account, and print the link with which its person sets the password."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("login", metavar="USER-NAME", help="what the person types to sign in")
        parser.add_argument("--name", required=True, help="the person's name: it signs rulings and reports")
        parser.add_argument("--email", default="", help="the person's e-mail address")
        parser.add_argument("--administrator", action="store_true", help="the person runs this service")
        parser.add_argument("--password", action="store_true", help="ask for the password here: no link")

    def handle(self, *, login: str, name: str, email: str, administrator: bool, password: bool, **_: Any) -> None:
        try:
            user = services.add_person(
                actor=Actor.of_system("add_person"),
                username=login,
                name=name,
                email=email,
                administrator=administrator,
                password=_read_password(User(username=login, name=name, email=email)) if password else None,
            )
        except DomainError as error:
            raise CommandError(str(error)) from None
        if password:
            self.stdout.write(f"{user.username} can sign in.")
        else:
            self.stdout.write(f"{user.username} sets the password here, within three days:\n{password_link(user)}")


def _read_password(user: User) -> str:
    first = getpass("Password: ")
    if first != getpass("Once more: "):
        raise CommandError("The two are not the same; nothing was made.")
    try:
        validate_password(first, user)
    except ValidationError as problem:
        raise CommandError(" ".join(problem.messages)) from None
    return first
