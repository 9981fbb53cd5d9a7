"""The inventory of personal data: owner, purpose and erasure of each row.

Personal fields are declared in the models (`tavleya.use`). Export (`export`) and erasure (`erasure`) use the holdings,
the privacy page their kinds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q, QuerySet

from tavleya.messages import N_
from tavleya.use import CODE, DELETED, ErasureRule, Use
from tournaments.access import uses
from tournaments.models.event import Event
from upkeep.privacy.people import Person


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of data for the privacy page. `days`: the setting with its retention, None if it is kept."""

    what: str
    why: str
    days: str = ""


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "players": Kind(
            N_("Players: name, federation, title, rating, FIDE ID, year of birth, sex, club"),
            N_("To enter and pair players, to award prizes, to publish results and to report them for rating."),
        ),
        "persons": Kind(
            N_("People in several events: which players are the same person, and who said so"),
            N_(
                "To show a player’s events, games and ratings on one public page. Players under 16 have no such page "
                "unless the organiser of an event allows it. You can ask on your private page that yours is not shown."
            ),
        ),
        "games": Kind(
            N_("Games: moves, times, results, score sheets, calls of the arbiter, rulings"),
            N_("So that every result can be checked later. Records of games cannot be changed."),
        ),
        "photographs": Kind(
            N_("Photographs of score sheets"), N_("To settle disputes about what was written."), "KEEP_PHOTOGRAPHS_DAYS"
        ),
        "appeals": Kind(
            N_("Appeals and incidents: grounds and decisions"),
            N_("To hear appeals, and to show how they were decided."),
        ),
        "fair_play": Kind(
            N_("Fair play: checks of players, devices handed in, complaints"),
            N_("To show that checks were made fairly, and to examine complaints. Only arbiters see them."),
        ),
        "declarations": Kind(
            N_("Declarations of hearing aids and medical devices"),
            N_("So that a check does not take a declared device for another. Only arbiters see them."),
            "KEEP_DECLARATIONS_DAYS",
        ),
        "links": Kind(
            N_("Private links of players"),
            N_("So that players can report results and ask for byes without an account."),
            "KEEP_LINKS_DAYS",
        ),
        "accounts": Kind(
            N_("Accounts: name, user name, e-mail addresses, passwords in hashed form, second factors"),
            N_("So that officials and players can sign in, and rulings and logs show who made them."),
        ),
        "contacts": Kind(
            N_("E-mail addresses to which invitations were sent"),
            N_("To invite officials to an event."),
            "KEEP_CONTACTS_DAYS",
        ),
        "sign_ins": Kind(
            N_("Sign-ins: time, address on the network, browser"),
            N_("So that people can see where they are signed in, and end a session that is not theirs."),
            "KEEP_SIGN_INS_DAYS",
        ),
        "fees": Kind(
            N_("Fees and payments: what was owed and paid, when, how, and under which reference"),
            N_("To account for entry fees. Once the person is erased, amounts stay with a number."),
        ),
        "entries": Kind(
            N_("Entries: e-mail address, phone number, date of birth, note to the organiser"),
            N_("So that organisers can decide on entries and reach those who entered. Only officials see them."),
            "KEEP_CONTACTS_DAYS",
        ),
        "log": Kind(
            N_("The log of an event: who did what, and when"), N_("So that officials can see how something came about.")
        ),
        "subscriptions": Kind(
            N_("Addresses and devices that are sent notifications: e-mail addresses, browsers, Telegram chats"),
            N_("To send people the notifications that they have chosen. Each message has a link that ends them."),
            "KEEP_SUBSCRIPTIONS_DAYS",
        ),
        "messages": Kind(
            N_("Imported files, messages to other programs and answers to them"),
            N_("To repeat what did not arrive, and to find out what went wrong."),
            "KEEP_MESSAGES_DAYS",
        ),
    }
)


_SECRET = Use(person=ErasureRule.DELETED, withheld=True)
#: The declarations of models of other packages.
_OTHERS: Mapping[str, Mapping[str, Use]] = MappingProxyType(
    {
        "account.EmailAddress": {"email": DELETED},
        "account.EmailConfirmation": {"key": CODE},
        "auth.Group": {"name": CODE},
        "auth.Permission": {"name": CODE, "codename": CODE},
        "contenttypes.ContentType": {"app_label": CODE, "model": CODE},
        "mfa.Authenticator": {"data": _SECRET},
        "sessions.Session": {"session_data": Use(person=ErasureRule.EXPIRES), "session_key": CODE},
        "socialaccount.SocialAccount": {"uid": DELETED, "extra_data": DELETED, "provider": CODE},
        "socialaccount.SocialApp": dict.fromkeys(
            ("provider", "provider_id", "name", "client_id", "secret", "key", "settings"), CODE
        ),
        "socialaccount.SocialToken": {"token": CODE, "token_secret": CODE},
        "usersessions.UserSession": {"ip": DELETED, "user_agent": DELETED, "session_key": _SECRET, "data": _SECRET},
    }
)


def declared(label: str) -> Mapping[str, Use]:
    """Return the declared uses of a model's fields, by its label; for other packages those of text fields."""
    model: type[models.Model] = apps.get_model(label)
    return _OTHERS.get(label) or uses(model)


@dataclass(frozen=True, slots=True)
class Holding:
    """The fields of one model that are erased in the same way.

    `account` and `player` are the lookups of a person's rows. `event`: the lookups of the event, if a field may name
    any person of it. `confidential`: exported only for the owners of the rows, not for other persons named there.
    """

    model: str
    way: ErasureRule
    kind: str
    account: tuple[str, ...] = ()
    player: tuple[str, ...] = ()
    event: str = ""
    confidential: bool = False

    @property
    def names(self) -> list[str]:
        return [name for name, use in declared(self.model).items() if use.person is self.way]

    def rows_of(self, person: Person) -> QuerySet[Any]:
        """The rows that are of a person."""
        keys = [player.pk for player in person.players]
        lookups = {f"{lookup}__in": keys for lookup in self.player}
        if person.user is not None:
            lookups |= {f"{lookup}__in": [person.user.pk] for lookup in self.account}
        return self._rows(lookups)

    def rows_in(self, event: Event) -> QuerySet[Any]:
        """The rows of an event."""
        return self._rows({f"{lookup}__in": [event.pk] for lookup in self.event.split()})

    def _rows(self, lookups: Mapping[str, object]) -> QuerySet[Any]:
        condition = Q(("pk__in", []), *lookups.items(), _connector=Q.OR)
        rows: QuerySet[Any] = apps.get_model(self.model)._default_manager.filter(condition)
        return rows

    @property
    def withheld(self) -> frozenset[str]:
        """The fields that an export leaves out."""
        return frozenset(name for name in self.names if declared(self.model)[name].withheld)


_SEATS = ("pairing__white__player", "pairing__black__player")
_SEATS_OF_ACCOUNT = ("pairing__white__player__user", "pairing__black__player__user")
_OF_BOARD = "pairing__round__section__event"
_OF_GAME = f"game__{_OF_BOARD} game__replaced_by__{_OF_BOARD}"

_OF_PLAYER = ("player__user",), ("player",)
_OF_REGISTRATION = ("registration__player__user",), ("registration__player",)

_ALL = (
    # Players
    Holding("tournaments.Player", ErasureRule.PLACEHOLDER, "players", ("user",), ("pk",)),
    # Norms and tie-breaks of the opponents depend on these.
    Holding("tournaments.Player", ErasureRule.KEPT, "players", ("user",), ("pk",)),
    Holding("tournaments.Registration", ErasureRule.KEPT, "players", *_OF_PLAYER),
    Holding("tournaments.Entry", ErasureRule.DELETED, "entries", *_OF_PLAYER),
    Holding(
        "tournaments.Entry",
        ErasureRule.EMPTIED,
        "entries",
        account=("team__members__registration__player__user",),
        player=("team__members__registration__player",),
    ),
    Holding("entries.Fee", ErasureRule.KEPT, "fees", *_OF_PLAYER),
    Holding("entries.Fee", ErasureRule.NAMED, "fees", *_OF_PLAYER, event="event"),
    Holding(
        "entries.Payment",
        ErasureRule.NAMED,
        "fees",
        account=("fee__player__user",),
        player=("fee__player",),
        event="event",
    ),
    Holding("entries.PaymentReport", ErasureRule.NAMED, "fees", event="event"),
    Holding("tournaments.Team", ErasureRule.NAMED, "players", event="section__event"),
    Holding("tournaments.PairConstraint", ErasureRule.NAMED, "players", event="section__event"),
    Holding("tournaments.Section", ErasureRule.NAMED, "players", event="event"),
    Holding("tournaments.TeamRestriction", ErasureRule.NAMED, "players", event="section__event"),
    Holding("tournaments.Provenance", ErasureRule.NAMED, "players", event="round__section__event"),
    Holding("tournaments.RestorePoint", ErasureRule.NAMED, "players", event="section__event"),
    Holding("tournaments.RatingCorrection", ErasureRule.NAMED, "players", event=_OF_BOARD),
    Holding("documents.Award", ErasureRule.NAMED, "players", event="section__event"),
    Holding("ratings.RatedPlayer", ErasureRule.PUBLIC_LIST, "players"),
    Holding("ratings.FormerRating", ErasureRule.PUBLIC_LIST, "players"),
    Holding("ratings.ListedRating", ErasureRule.PUBLIC_LIST, "players"),
    Holding("people.PersonJoin", ErasureRule.DELETED, "persons", *_OF_PLAYER),
    Holding("people.PersonAct", ErasureRule.NAMED, "persons", event="begun__player__event ended__player__event"),
    # Games
    Holding("games.Game", ErasureRule.PLACEHOLDER, "games", account=_SEATS_OF_ACCOUNT, player=_SEATS),
    Holding("games.Game", ErasureRule.KEPT, "games"),
    Holding("games.RecordEntry", ErasureRule.KEPT, "games"),
    Holding("games.RecordText", ErasureRule.NAMED_EMPTIED, "games", event=_OF_GAME),
    Holding("games.ScoreSheet", ErasureRule.KEPT, "games", ("user",)),
    Holding("games.ScoreSheet", ErasureRule.NAMED_EMPTIED, "games", event=_OF_GAME),
    Holding("games.SheetPhoto", ErasureRule.DELETED, "photographs", ("user",)),
    Holding("games.SheetPhoto", ErasureRule.NAMED_EMPTIED, "photographs", event=_OF_GAME),
    Holding("games.VoidPhoto", ErasureRule.NAMED_EMPTIED, "photographs", event=f"photo__game__{_OF_BOARD}"),
    Holding("arbiter.Ruling", ErasureRule.NAMED_EMPTIED, "games", event=_OF_GAME),
    Holding("arbiter.Ruling", ErasureRule.KEPT, "games"),
    Holding("arbiter.Envelope", ErasureRule.NAMED, "games", event=_OF_GAME),
    # Appeals, the hall, the log
    Holding("arbiter.Appeal", ErasureRule.EMPTIED, "appeals", account=("filed_by",)),
    Holding("arbiter.Appeal", ErasureRule.NAMED, "appeals", event="event"),
    Holding("arbiter.HallIncident", ErasureRule.NAMED, "appeals", *_OF_REGISTRATION, event="event"),
    # Fair play: only the complainant is told of a complaint, and only the checked player of a check
    Holding("fairplay.Inspection", ErasureRule.KEPT, "fair_play", *_OF_REGISTRATION),
    Holding(
        "fairplay.Inspection",
        ErasureRule.NAMED_EMPTIED,
        "fair_play",
        *_OF_REGISTRATION,
        event="section__event",
        confidential=True,
    ),
    Holding(
        "fairplay.Complaint",
        ErasureRule.NAMED,
        "fair_play",
        account=("complainant__player__user",),
        player=("complainant__player",),
        event="event",
        confidential=True,
    ),
    Holding("fairplay.Declaration", ErasureRule.DELETED, "declarations", *_OF_REGISTRATION),
    Holding("arbiter.Duty", ErasureRule.NAMED, "log", ("user",), event="event"),
    Holding("tournaments.Log", ErasureRule.NAMED_EMPTIED, "log", event="event"),
    # Accounts
    Holding("accounts.User", ErasureRule.PLACEHOLDER, "accounts", account=("pk",)),
    Holding("account.EmailAddress", ErasureRule.DELETED, "accounts", ("user",)),
    Holding("mfa.Authenticator", ErasureRule.DELETED, "accounts", ("user",)),
    Holding("socialaccount.SocialAccount", ErasureRule.DELETED, "accounts", ("user",)),
    Holding("tournaments.ApiToken", ErasureRule.DELETED, "accounts", ("user",)),
    Holding("tournaments.Invitation", ErasureRule.EMPTIED, "contacts", account=("accepted_by",)),
    Holding("usersessions.UserSession", ErasureRule.DELETED, "sign_ins", ("user",)),
    Holding("sessions.Session", ErasureRule.EXPIRES, "sign_ins"),
    Holding("tournaments.PlayerLink", ErasureRule.DELETED, "links", *_OF_PLAYER),
    Holding(
        "notifications.Subscription",
        ErasureRule.DELETED,
        "subscriptions",
        account=("user", "player__user"),
        player=("player",),
    ),
    # Messages
    Holding("notifications.Delivery", ErasureRule.NAMED, "messages", event="event"),
    Holding("games.IdempotencyKey", ErasureRule.DELETED, "messages"),
    Holding("transfer.HandOff", ErasureRule.NAMED, "log", event="event"),
    Holding("tournaments.Job", ErasureRule.NAMED, "messages", event="event section__event"),
    Holding("tournaments.Job", ErasureRule.EMPTIED, "messages", ("user",)),
)
#: The holdings of the installed apps.
HOLDINGS: tuple[Holding, ...] = tuple(item for item in _ALL if item.model.partition(".")[0] in apps.app_configs)
