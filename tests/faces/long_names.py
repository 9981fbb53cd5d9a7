"""An event with long names on its second day: results at the desk, live boards, a bye in each section.

The event has 90 letters in its Russian name, the sections 65, the players 30.
"""

from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import Any

from django.db.models import Q
from django.test import Client

from accounts.models import User
from games.models.game import Game
from games.services.moves import call_arbiter, play_move, start_game
from tavleya.actors import Role
from tavleya.sides import Side
from tests.faces.stage import standing_still
from tests.world import SYSTEM, person
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import create_event, grant_role
from tournaments.services.players import add_player, issue_player_links, secret_of
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player
from tournaments.services.swiss import pair_next_round

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
EVENT, PAPER, LIVE = "veterans", "paper", "live"
NAMES = {
    "en": "Open individual and team championship of Saint Petersburg in classical chess for veterans",
    "ru": "Открытый лично-командный чемпионат Санкт-Петербурга по классическим шахматам для ветеранов",
}
PAPER_NAMES = {
    "en": "Main tournament for men and women born before 1966, group A to 2000",
    "ru": "Основной турнир мужчин и женщин 1966 г. р. и старше, группа А",
}
LIVE_NAMES = {
    "en": "Second tournament for men and women born before 1966, on live boards",
    "ru": "Второй турнир мужчин и женщин 1966 г. р. и старше, живые доски",
}
PLAYERS = (
    ("Венкатанарасимхараджуварипета", "Шри"),
    *product(
        ("Преображенская", "Рождественская", "Вознесенская", "Константинопольская", "Владимирская"),
        ("Александра-Мария", "Екатерина-София", "Анна-Елизавета"),
    ),
)


class LongNames:
    """`secret`: the link of the player who plays against the longest word."""

    def __init__(self) -> None:
        with standing_still(NOW):
            self.organiser, self.arbiter = person("long-olga"), person("long-artur")
            self.event = create_event(
                **self.by(days=30), slug=EVENT, names=NAMES, place="Санкт-Петербург",
                starts_on=date(2026, 11, 20), ends_on=date(2026, 11, 22), languages=["ru", "en"],
                published=True,
            )  # fmt: skip
            for role in (Role.CHIEF_ARBITER, Role.ARBITER):
                grant_role(**self.by(days=29), event_id=self.event.pk, user_id=self.arbiter.user_id, role=role)
            self.paper = self._section(PAPER, PAPER_NAMES, players=9, format="swiss", rounds_planned=5)
            self.live = self._section(LIVE, LIVE_NAMES, players=5, format="round_robin", tracking="live")
            self._pair_paper()
            self._play_live()
            issue_player_links(**self.by(hours=1), event_id=self.event.pk)
            pairing = Pairing.objects.get(
                Q(white__number=1) | Q(black__number=1), round__section=self.paper, round__number=2
            )
            opponent = pairing.black if pairing.white.number == 1 else pairing.white
            self.secret = secret_of(PlayerLink.objects.get(player=opponent.player, revoked_at=None)) or ""

    def by(self, **ago: float) -> dict[str, Any]:
        return {"actor": self.organiser, "now": NOW - timedelta(**ago)}

    def client(self, username: str = "") -> Client:
        """Return the browser of `organiser`, `arbiter`, the holder of the `link`, or of a visitor."""
        client = Client(raise_request_exception=False)
        with standing_still(NOW):
            if username == "link":
                client.get(f"/my/{self.secret}/", headers={"host": "localhost"})
            elif username:
                client.force_login(User.objects.get(pk=getattr(self, username).user_id))
        return client

    @property
    def board(self) -> Game:
        """The live board at which an arbiter is needed."""
        return Game.objects.get(pairing__round__section=self.live, pairing__board=1)

    def _section(self, slug: str, names: dict[str, str], players: int, **terms: Any) -> Section:
        section = create_section(
            **self.by(days=28), event_id=self.event.pk, slug=slug, names=names, game="chess",
            regime="fide-2023", control="90+30", **terms,
        )  # fmt: skip
        entered = self.event.players.count()
        for index, (family_name, given_name) in enumerate(PLAYERS[entered : entered + players]):
            player = add_player(
                **self.by(days=9), event_id=self.event.pk, family_name=family_name, given_name=given_name,
                federation="RUS", ratings={"standard": 2100 - 10 * index},
            )  # fmt: skip
            enter_player(**self.by(days=9), section_id=section.pk, player_id=player.pk)
        return section

    def _pair_paper(self) -> None:
        """Finish round 1; publish and start round 2."""
        for number in (1, 2):
            times = self.by(hours=26 - 12 * number)
            options = {"first_colour": "white"} if number == 1 else {}
            round_ = pair_next_round(**times, section_id=self.paper.pk, number=number, **options)
            publish_round(**times, round_id=round_.pk)
            start_round(**times, round_id=round_.pk)
            if number == 1:
                for pairing in round_.pairings.filter(bye=""):
                    enter_result(**times, pairing_id=pairing.pk, result="1-0")
                close_round(**times, round_id=round_.pk)

    def _play_live(self) -> None:
        """Play two boards; at the first an illegal move is on the board and the arbiter was called."""
        round_, *_ = pair_round_robin(**self.by(days=1), section_id=self.live.pk)
        publish_round(**self.by(hours=1), round_id=round_.pk)
        start_round(**self.by(hours=1), round_id=round_.pk)
        for game in Game.objects.filter(pairing__round=round_):
            start_game(**self.by(minutes=50), game_id=game.pk)
            for index, move in enumerate(("e2e4", "e7e5")):
                play_move(actor=SYSTEM, now=NOW - timedelta(minutes=40 - index), game_id=game.pk, text=move)
        game_id = self.board.pk
        play_move(**self.by(minutes=2), game_id=game_id, text="e4e6", irregular=True)
        call_arbiter(**self.by(minutes=1), game_id=game_id, reason="illegal_move", side=Side.BLACK)
