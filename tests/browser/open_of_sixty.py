"""A rapid open of sixty on thirty paper boards: round 1 is being played, and moves are not recorded."""

from dataclasses import dataclass

from django.contrib.auth import get_user_model

from games.models.game import Game
from ratings.services.player_lists import import_players
from tavleya.actors import Actor, Role
from tests.world import NOW, PASSWORD, person
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.services.events import create_event, grant_role
from tournaments.services.rounds import publish_round, start_round
from tournaments.services.sections import create_section
from tournaments.services.swiss import pair_next_round

FAMILIES = (
    "Abend", "Barta", "Castell", "Dahl", "Egger", "Falk", "Gruber", "Haas", "Ilves", "Jansen",
    "Keller", "Lind", "Moreau", "Novak", "Ortega", "Petrov", "Quist", "Rossi", "Sato", "Toth",
)  # fmt: skip
GIVEN = ("Anna", "Boris", "Clara")
EVENT, SECTION = "harbour-open", "rapid"


@dataclass
class Open:
    """`chief` is the chief arbiter, `second` reads the slips again, `desk` is the helper who enters them."""

    round: Round
    chief: Actor
    second: Actor
    desk: Actor

    def board(self, number: int) -> Game:
        game = Pairing.objects.select_related("game").get(round=self.round, board=number).game
        assert game is not None
        return game

    def result(self, number: int) -> str:
        return Pairing.objects.get(round=self.round, board=number).result


def open_of_sixty() -> Open:
    """The event with its officials, sixty players by rating, and the first round of the Swiss on the boards."""
    olga, chief, second, desk = (person(name) for name in ("olga", "artur", "vera", "hana"))
    event = create_event(
        actor=olga, now=NOW, slug=EVENT, names={"en": "Harbour Open", "ru": "Кубок гавани"}, published=True
    )
    roles = ((chief, Role.CHIEF_ARBITER), (second, Role.ARBITER), (desk, Role.HELPER))
    for actor, role in roles:
        grant_role(actor=olga, now=NOW, event_id=event.pk, user_id=actor.user_id, role=role)
    section = create_section(
        actor=olga, now=NOW, event_id=event.pk, slug=SECTION, names={"en": "Rapid"}, game="chess",
        regime="fide-2023-rapid-supervised", format="swiss", rounds_planned=7, control="15+10", rating_kind="rapid",
    )  # fmt: skip
    names = [(family, value) for value in GIVEN for family in FAMILIES]
    lines = [f"{family},{value},{2300 - 20 * n}" for n, (family, value) in enumerate(names)]
    import_players(
        actor=olga, now=NOW, event_id=event.pk, section_id=section.pk,
        data="\n".join(["family name,given name,rating", *lines]),
    )  # fmt: skip
    row = pair_next_round(actor=olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    publish_round(actor=olga, now=NOW, round_id=row.pk)
    start_round(actor=olga, now=NOW, round_id=row.pk)
    for user in get_user_model().objects.all():
        user.set_password(PASSWORD)
        user.save()
    return Open(row, chief, second, desk)
