"""The content of the pictures: an open in its fourth round, tavreli on live boards, a cup, on one Saturday.

Its dates are relative to NOW, so it is the same in every run.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.test import Client

from accounts.models import User
from fairplay.services import (
    draw_checks,
    hand_back_bag,
    hand_in_devices,
    handle_complaint,
    receive_complaint,
    record_check,
    record_declaration,
    record_inspection,
    reverse_inspection,
)
from games.models.game import Game
from games.services.moves import call_arbiter, play_move, start_game
from people.services import series
from people.services.organisations import create_organisation, grant_organisation_role
from people.services.series import move_event
from portal.demo import events
from portal.demo.events import CHESS, DATA, Loader
from portal.demo.open_run import ARBITER, ORGANISER, PLAYER, ProgressBar, actor_of, make_accounts
from ratings.services.player_lists import import_players
from tavleya.actors import Actor, Role
from tavleya.rules.filegame import FileGame
from tavleya.sides import Side
from tests.faces.stage import standing_still
from tests.world import SYSTEM
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import create_event, grant_role
from tournaments.services.knockout import pair_knockout_stage
from tournaments.services.matches import set_match_terms
from tournaments.services.players import add_player, issue_player_links, secret_of
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player
from tournaments.services.swiss import pair_next_round

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
EVENT, OPEN, TAVRELI, CUP = "autumn-open", "open", "tavreli", "cup"
CLUB, SERIES = "riga-club", "riga-grand-prix"
CLUB_NAMES = {"en": "Riga Chess Club", "ru": "Рижский шахматный клуб", "uk": "Ризький шаховий клуб"}
SERIES_NAMES = {"en": "Riga Grand Prix", "ru": "Гран-при Риги", "uk": "Гран-прі Риги"}
NAMES = {"en": "Autumn Open 2026", "ru": "Осенний опен 2026", "uk": "Осінній опен 2026"}
PLAYERS = """\
Family name,Given name,Title,Fed,Rating
Lindqvist,Elsa,GM,SWE,2512
Okafor,Chidi,IM,NGR,2455
Ferrari,Marco,IM,ITA,2431
Novakova,Jana,WGM,CZE,2388
Tamm,Kristjan,FM,EST,2340
Duarte,Ines,WIM,POR,2318
Hoffmann,Jonas,FM,GER,2296
Sato,Haruka,,JPN,2251
Bakker,Pieter,,NED,2214
Kovacs,Reka,,HUN,2190
Chandrasekaran,Priya,,IND,2167
Moreau,Lucie,,FRA,2133
Andersen,Mikkel,,DEN,2108
Jansons,Rihards,,LAT,2082
O'Connor,Niamh,,IRL,2054
Petridis,Nikos,,GRE,2021
Silva,Thiago,,BRA,1988
Kim,Minjun,,KOR,1963
Virtanen,Aino,,FIN,1935
Zielinski,Tomasz,,POL,1902
Gashi,Arta,,KOS,1866
Brandt,Lena,,AUT,1821
Ozols,Karlis,,LAT,1784
Murphy,Sean,,IRL,1730
"""
# The family name in the language of each reader, and the rating.
TAVRELI_PLAYERS = (
    ("Orlov", "Орлов", "Орлов"), ("Belova", "Белова", "Бєлова"), ("Savchenko", "Савченко", "Савченко"),
    ("Kravets", "Кравец", "Кравець"), ("Morozova", "Морозова", "Морозова"), ("Zhdanov", "Жданов", "Жданов"),
    ("Lysenko", "Лысенко", "Лисенко"), ("Ryabova", "Рябова", "Рябова"),
)  # fmt: skip
# For each board the index of the recorded game, and how many of its moves are played.
BOARDS = ((1, 34), (13, 30), (7, 22), (16, 13))


@dataclass
class Gallery:
    people: dict[str, Actor] = field(default_factory=dict)
    users: dict[str, User] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with standing_still(NOW):
            accounts = make_accounts()
            self.users = {account.username: user for account, user in accounts.items()}
            self.people = {name: actor_of(user) for name, user in self.users.items()}
            Loader(accounts, NOW - timedelta(days=300), ProgressBar())._chess(CHESS)
            self.event = self._event()
            self.open = self._open()
            self._links()
            self.cup = self._cup()
            self._rounds()
            self.tavreli = self._tavreli()
            self._fair_play()
            self._club()

    def client(self, username: str = "") -> Client:
        """Return a client of this account, or an anonymous client."""
        client = Client(raise_request_exception=False)
        if username == "link":
            with standing_still(NOW):
                client.get(f"/my/{self.secret}/", headers={"host": "localhost"})
        elif username:
            with standing_still(NOW):
                client.force_login(self.users[username])
        return client

    def game(self, section: Section, board: int) -> Game:
        pairing = Pairing.objects.select_related("game").get(round__section=section, round__number=1, board=board)
        return pairing.game

    @property
    def masters_game(self) -> int:
        """The key of the game at board 1 of round 1 of the imported chess event."""
        return Pairing.objects.get(round__section__event__slug=CHESS, round__number=1, board=1).game_id or 0

    def by(self, username: str = ORGANISER.username, **ago: float) -> dict[str, Any]:
        return {"actor": self.people[username], "now": NOW - timedelta(**ago)}

    def _event(self) -> Event:
        event = create_event(
            **self.by(days=30), slug=EVENT, names=NAMES, place="Riga", federation="LAT",
            starts_on=date(2026, 11, 20), ends_on=date(2026, 11, 22), time_zone="Europe/Riga",
            languages=["en", "ru", "uk"], published=True,
        )  # fmt: skip
        for role in (Role.CHIEF_ARBITER, Role.ARBITER):
            grant_role(**self.by(days=29), event_id=event.pk, user_id=self.users[ARBITER.username].pk, role=role)
        return event

    def _section(self, slug: str, names: dict[str, str], **terms: Any) -> Section:
        return create_section(**self.by(days=28), event_id=self.event.pk, slug=slug, names=names, **terms)

    def _open(self) -> Section:
        section = self._section(
            OPEN, {"en": "Open", "ru": "Опен", "uk": "Опен"}, game="chess", regime="fide-2023",
            format="swiss", rounds_planned=7, control="90+30",
        )  # fmt: skip
        import_players(**self.by(days=10), event_id=self.event.pk, section_id=section.pk, data=PLAYERS)
        return section

    def _rounds(self) -> None:
        """Play three rounds of the open, and five boards of the fourth."""
        for number in range(1, 5):
            ago = {"hours": 30 - 7 * number}
            round_ = pair_next_round(
                **self.by(**ago),
                section_id=self.open.pk,
                number=number,
                **({"first_colour": "white"} if number == 1 else {}),
            )
            self._begin(round_, hours=29 - 7 * number)
            for pairing in round_.pairings.order_by("board").filter(bye=""):
                if number < 4 or pairing.board in (2, 5, 8, 9, 12):
                    enter_result(
                        **self.by(ARBITER.username, hours=0 if number == 4 else 26 - 7 * number),
                        pairing_id=pairing.pk,
                        result=_likely(pairing),
                    )
            if number < 4:
                close_round(**self.by(hours=25 - 7 * number), round_id=round_.pk)

    def _begin(self, round_: Round, **ago: float) -> None:
        publish_round(**self.by(**ago), round_id=round_.pk)
        start_round(**self.by(**ago), round_id=round_.pk)

    def _tavreli(self) -> Section:
        """Four live boards; at the third an illegal move has been played, and the arbiter is called."""
        section = self._section(
            TAVRELI, {"en": "Tavreli", "ru": "Таврели", "uk": "Таврелі"}, game="tavreli",
            regime="tavreli-1997", format="round_robin", control="60 d10", tracking="live",
        )  # fmt: skip
        for latin, russian, ukrainian in TAVRELI_PLAYERS:
            player = add_player(
                **self.by(days=9),
                event_id=self.event.pk,
                family_name=latin,
                names={"en": latin, "ru": russian, "uk": ukrainian},
                user_id=self.users[PLAYER.username].pk if latin == "Orlov" else None,
            )
            enter_player(**self.by(days=9), section_id=section.pk, player_id=player.pk)
        first, *_ = pair_round_robin(**self.by(days=1), section_id=section.pk)
        self._begin(first, hours=1)
        recorded = events.read(DATA / "tavreli-games.json").games
        for board, (index, plies) in enumerate(BOARDS, start=1):
            self._play(self.game(section, board), recorded[index], plies)
        game_id = self.game(section, 3).pk
        play_move(**self.by(ARBITER.username, seconds=70), game_id=game_id, text="a2-b4", irregular=True)
        call_arbiter(**self.by(ARBITER.username, seconds=40), game_id=game_id, reason="illegal_move", side=Side.BLACK)
        return section

    def _play(self, game: Game, recorded: FileGame, plies: int) -> None:
        """Play moves that took half a minute to two minutes each, the last 95 seconds ago."""
        times = [30 + 37 * ply % 91 for ply in range(plies)]
        at = NOW - timedelta(seconds=sum(times) + 95)
        start_game(actor=self.people[ARBITER.username], now=at, game_id=game.pk)
        for text, seconds in zip(recorded.texts, times, strict=False):
            at += timedelta(seconds=seconds)
            play_move(actor=SYSTEM, now=at, game_id=game.pk, text=text)

    def _cup(self) -> Section:
        """A cup of eight: all quarter-finals but one are over."""
        section = self._section(
            CUP, {"en": "Blitz cup", "ru": "Кубок по блицу", "uk": "Кубок із бліцу"}, game="chess",
            regime="fide-2023", format="knockout", control="5+3", rating_kind="blitz",
        )  # fmt: skip
        for entry in self.open.registrations.order_by("number")[:8]:
            enter_player(**self.by(days=8), section_id=section.pk, player_id=entry.player_id)
        set_match_terms(**self.by(days=8), section_id=section.pk, games=1)
        round_ = pair_knockout_stage(**self.by(hours=26), section_id=section.pk)
        self._begin(round_, hours=26)
        for pairing in round_.pairings.order_by("board")[:3]:
            enter_result(**self.by(ARBITER.username, hours=25), pairing_id=pairing.pk, result="1-0")
        return section

    def _club(self) -> None:
        """The imported chess event is a club's, and counts in a series."""
        club = create_organisation(
            **self.by(days=40), slug=CLUB, names=CLUB_NAMES, country="LAT", website="https://club.example",
            languages=["en", "ru", "uk"], about={"en": "Chess on Saturdays since 1949, at Elizabetes 12."},
        )  # fmt: skip
        move_event(**self.by(days=29), event_id=Event.objects.get(slug=CHESS).pk, organisation_id=club.pk)
        grant_organisation_role(
            **self.by(days=29), organisation_id=club.pk, user_id=self.users[ARBITER.username].pk, role=Role.ARBITER
        )
        grand_prix = series.create_series(
            **self.by(days=20), organisation_id=club.pk, slug=SERIES, names=SERIES_NAMES, best=3
        )
        section = Section.objects.get(event__slug=CHESS)
        series.add_to_series(**self.by(days=19), series_id=grand_prix.pk, section_id=section.pk)

    def _links(self) -> None:
        issue_player_links(**self.by(hours=40), event_id=self.event.pk)
        link = PlayerLink.objects.get(player__family_name="Novakova", revoked_at=None)
        self.secret = secret_of(link) or ""

    def _fair_play(self) -> None:
        """Round 4 of the open: four players drawn, two of them checked; bags, a complaint, a declaration."""
        judge = ARBITER.username
        in_round: dict[str, Any] = {"section_id": self.open.pk, "round_number": 4}
        draw = draw_checks(**self.by(judge, minutes=50), **in_round, count=4, seed="a seed of the gallery")
        first, second = draw.drawn.all()[:2]
        record_check(**self.by(judge, minutes=30), drawn_id=first.pk, outcome="nothing", means=["detector", "ear"])
        record_check(
            **self.by(judge, minutes=25), drawn_id=second.pk, outcome="refused", note="Asked to wait until move 40"
        )
        entries = list(self.open.registrations.order_by("number")[:6])
        for bag, entry in enumerate(entries, start=11):
            hand_in_devices(**self.by(judge, hours=2), **in_round, registration_id=entry.pk, bag=bag)
        hand_back_bag(**self.by(judge, minutes=20), event_id=self.event.pk, bag=12)
        inspection = record_inspection(
            **self.by(judge, hours=2), **in_round, registration_id=entries[0].pk, kind="entrance",
            outcome="object", means=["gate"],
        )  # fmt: skip
        reverse_inspection(**self.by(judge, hours=1), inspection_id=inspection.pk, note="Another player")
        complaint = receive_complaint(
            **self.by(judge, minutes=15), **in_round, complainant_id=entries[4].pk, about_id=entries[1].pk,
            board=5, facts="My opponent left the playing area eleven times between moves 14 and 30.",
        )  # fmt: skip
        handle_complaint(**self.by(judge, minutes=10), complaint_id=complaint.pk, seen="received", state="examined")
        record_declaration(
            **self.by(judge, hours=3), section_id=self.open.pk, registration_id=entries[2].pk, kind="hearing_aid"
        )


def _likely(pairing: Pairing) -> str:
    """Return a likely result: the higher rating wins, with a few draws and upsets."""
    turn = (3 * pairing.board + pairing.white.number) % 7
    if turn in (2, 5):
        return "1/2-1/2"
    stronger_is_white = pairing.white.number < pairing.black.number
    return "1-0" if stronger_is_white != (turn == 4) else "0-1"
