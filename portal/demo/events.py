"""The three events. Data missing in the sources are left out: no place, date, time control or result is invented."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import Path

from django.db import transaction

from accounts.models import User
from games.models.game import TrackingLevel
from portal.demo import tavreli_games
from portal.demo.accounts import ARBITER, ORGANISER, PLAYER, Account, actor_of
from portal.demo.progress import ProgressBar
from tavleya.actors import Actor, Role
from tavleya.rules.files import read_game_file
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.services.events import create_event, grant_role
from tournaments.services.games_import import import_games
from tournaments.services.players import add_player, edit_player
from tournaments.services.rounds import pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player

DATA = Path(__file__).parent.parent / "demo_data"

CHESS, DRAUGHTS, TAVRELI = "tata-steel-masters-2022", "ussr-draughts-championship-10", "tavreli"

# Federation in January 2022, and the names in Russian and Ukrainian.
_MASTERS = {
    "Carlsen": ("NOR", "Карлсен Магнус", "Карлсен Магнус"),
    "Caruana": ("USA", "Каруана Фабиано", "Каруана Фабіано"),
    "Dubov": ("RUS", "Дубов Даниил", "Дубов Данило"),
    "Duda": ("POL", "Дуда Ян-Кшиштоф", "Дуда Ян-Кшиштоф"),
    "Esipenko": ("RUS", "Есипенко Андрей", "Єсипенко Андрій"),
    "Giri": ("NED", "Гири Аниш", "Гірі Аніш"),
    "Grandelius": ("SWE", "Гранделиус Нильс", "Гранделіус Нільс"),
    "Karjakin": ("RUS", "Карякин Сергей", "Карякін Сергій"),
    "Mamedyarov": ("AZE", "Мамедьяров Шахрияр", "Мамед'яров Шахріяр"),
    "Praggnanandhaa": ("IND", "Прагнанандха Рамешбабу", "Прагнанандха Рамешбабу"),
    "Rapport": ("HUN", "Раппорт Рихард", "Рапорт Ріхард"),
    "Shankland": ("USA", "Шенкленд Сэмюэл", "Шенкленд Семюел"),
    "Van Foreest": ("NED", "Ван Форест Йорден", "Ван Форест Йорден"),
    "Vidit": ("IND", "Видит Сантош Гуджрати", "Відіт Сантош Гуджраті"),
}

# The names of the championship's players in Latin letters and in Ukrainian, by the name as its file has it.
_CHAMPIONSHIP = {
    "Берак А.": ("Berak, A.", "Берак А."),
    "Блиндер Б.": ("Blinder, B.", "Бліндер Б."),
    "Блиндер С.": ("Blinder, S.", "Бліндер С."),
    "Каплан В.": ("Kaplan, V.", "Каплан В."),
    "Коврижкин А.": ("Kovrizhkin, A.", "Коврижкін А."),
    "Коган М": ("Kogan, M.", "Коган М."),
    "Коршунов Д.": ("Korshunov, D.", "Коршунов Д."),
    "Куперман И.": ("Kuperman, I.", "Куперман І."),
    "Миротин Б.": ("Mirotin, B.", "Міротін Б."),
    "Петров С.": ("Petrov, S.", "Петров С."),
    "Потапов Л": ("Potapov, L.", "Потапов Л."),
    "Романов В.А.": ("Romanov, V. A.", "Романов В. А."),
    "Романов В.Н.": ("Romanov, V. N.", "Романов В. М."),
    "Тюнев Е.": ("Tyunev, E.", "Тюнєв Є."),
    "Хейф А.": ("Kheif, A.", "Хейф А."),
    "Циценоветский М.": ("Tsitsenovetsky, M.", "Циценовецький М."),
    "Шмидт Ю.": ("Shmidt, Yu.", "Шмідт Ю."),
    "Шутилкин Н.": ("Shutilkin, N.", "Шутілкін М."),
}


# Names of the players of the recorded games of tavreli, likewise.
_RECORDED = {
    "Андерсон У.": ("Anderson, U.", "Андерсон У."),
    "Антропов": ("Antropov", "Антропов"),
    "Аракелов И.": ("Arakelov, I.", "Аракелов І."),
    "Безгодова С.": ("Bezgodova, S.", "Безгодова С."),
    "Грищенко С.": ("Grishchenko, S.", "Грищенко С."),
    "Долженков Ю.": ("Dolzhenkov, Yu.", "Долженков Ю."),
    "Донец В.": ("Donets, V.", "Донець В."),
    "Ершова С.": ("Ershova, S.", "Єршова С."),
    "Жмуров В.": ("Zhmurov, V.", "Жмуров В."),
    "Журавлев": ("Zhuravlev", "Журавльов"),
    "Карпов А.": ("Karpov, A.", "Карпов А."),
    "Корнилович Д.": ("Kornilovich, D.", "Корнилович Д."),
    "Купрейчик В.": ("Kupreichik, V.", "Купрейчик В."),
    "Ларцева С.": ("Lartseva, S.", "Ларцева С."),
    "Леонтьев А.": ("Leontiev, A.", "Леонтьєв А."),
    "Овчинникова Ю.": ("Ovchinnikova, Yu.", "Овчинникова Ю."),
    "Партия-образец (белые)": ("Sample game (White)", "Партія-зразок (білі)"),
    "Партия-образец (чёрные)": ("Sample game (Black)", "Партія-зразок (чорні)"),
    "Потапов А.": ("Potapov, A.", "Потапов А."),
    "Рогова Т.": ("Rogova, T.", "Рогова Т."),
    "Свирин О.": ("Svirin, O.", "Свірін О."),
    "Соколова Н.": ("Sokolova, N.", "Соколова Н."),
    "Соколова О.": ("Sokolova, O.", "Соколова О."),
    "Сухарева Е.": ("Sukhareva, E.", "Сухарєва О."),
    "Улыбин М.": ("Ulybin, M.", "Улибін М."),
}


class Loader:
    """Loader of the events. Each is loaded in one transaction, so that an existing event is complete."""

    def __init__(self, users: dict[Account, User], now: datetime, bar: ProgressBar) -> None:
        self.organiser: Actor = actor_of(users[ORGANISER])
        self.users, self.now, self.bar = users, now, bar

    def load(self) -> int:
        """Load the missing events and return their number."""
        loaded = 0
        for slug, event in ((CHESS, self._chess), (DRAUGHTS, self._draughts), (TAVRELI, self._tavreli)):
            if not Event.objects.filter(slug=slug).exists():
                with transaction.atomic():
                    event(slug)
                loaded += 1
        return loaded

    def _event(self, slug: str, **fields: object) -> Event:
        event = create_event(actor=self.organiser, now=self.now, slug=slug, published=True, **fields)  # type: ignore[arg-type]
        for role in (Role.CHIEF_ARBITER, Role.ARBITER):
            grant_role(
                actor=self.organiser,
                now=self.now,
                event_id=event.pk,
                user_id=self.users[ARBITER].pk,
                role=role,
            )
        return event

    def _section(self, event: Event, slug: str, **fields: object) -> Section:
        return create_section(
            actor=self.organiser,
            now=self.now,
            event_id=event.pk,
            slug=slug,
            **fields,  # type: ignore[arg-type]
        )

    def _import(self, section: Section, part: str, reading: object) -> None:
        self.bar.begin(part)
        report = import_games(
            actor=self.organiser,
            now=self.now,
            section_id=section.pk,
            reading=reading,  # type: ignore[arg-type]
            progress=self.bar,
        )
        self.bar.end(f"{report.players} players, {report.games} games, {report.plies} moves")

    def _chess(self, slug: str) -> None:
        event = self._event(
            slug,
            names={
                "en": "Tata Steel Masters 2022",
                "ru": "Тата Стил Мастерс 2022",
                "uk": "Тата Стіл Мастерс 2022",
            },
            place="Wijk aan Zee",
            federation="NED",
            starts_on=date(2022, 1, 15),
            ends_on=date(2022, 1, 30),
            languages=["en", "ru", "uk"],
        )
        section = self._section(
            event,
            "masters",
            names={"en": "Masters", "ru": "Мастерс", "uk": "Мастерс"},
            game="chess",
            regime="fide-2023",
            control="40/100+30:20/50+30:15+30",
            format="round_robin",
            rounds_planned=13,
            tiebreaks=["SB", "DE", "WIN"],
        )
        text = (DATA / "chess-tata-steel-masters-2022.pgn").read_text("utf-8")
        self._import(section, "Tata Steel Masters 2022", read_game_file(section.game, text))
        for player in event.players.all():
            federation, russian, ukrainian = _MASTERS[player.family_name]
            edit_player(
                actor=self.organiser,
                now=self.now,
                player_id=player.pk,
                changes={
                    "federation": federation,
                    "names": {"en": player.full_name, "ru": russian, "uk": ukrainian},
                },
            )

    def _draughts(self, slug: str) -> None:
        event = self._event(
            slug,
            names={
                "ru": "X чемпионат СССР по русским шашкам",
                "en": "10th USSR Championship in Russian draughts",
                "uk": "X чемпіонат СРСР з російських шашок",
            },
            description={
                "ru": "1950 год. Туры и даты партий в источнике не указаны, поэтому все партии стоят на одном листе.",
                "en": "1950. The source gives neither rounds nor dates, so all the games are on one sheet.",
                "uk": "1950 рік. Тури й дати партій у джерелі не вказано, тому всі партії стоять на одному аркуші.",
            },
            languages=["ru", "en", "uk"],
        )
        section = self._section(
            event,
            "final",
            names={"ru": "Финал", "en": "Final", "uk": "Фінал"},
            game="draughts",
            regime="draughts64",
            format="round_robin",
            tiebreaks=["SB", "DE", "WIN"],
        )
        text = (DATA / "draughts-ussr-18-player-round-robin.pdn").read_text("utf-8-sig")
        self._import(section, "USSR draughts championship", read_game_file(section.game, text))
        self._name(event, _CHAMPIONSHIP)

    def _name(self, event: Event, known_values: Mapping[str, tuple[str, str]]) -> None:
        """Give the players of the event their names in Latin letters and in Ukrainian."""
        for player in event.players.all():
            latin, ukrainian = known_values[player.full_name]
            edit_player(
                actor=self.organiser,
                now=self.now,
                player_id=player.pk,
                changes={"names": {"en": latin, "ru": player.full_name, "uk": ukrainian}},
            )

    def _tavreli(self, slug: str) -> None:
        event = self._event(
            slug,
            names={"ru": "Таврели", "en": "Tavreli", "uk": "Таврелі"},
            description={
                "ru": "Записанные партии 1997–2003 годов и турнир-образец, на котором всё можно попробовать.",
                "en": "Recorded games of 1997–2003, and a sample tournament to try everything on.",
                "uk": "Записані партії 1997–2003 років і турнір-зразок, на якому все можна спробувати.",
            },
            starts_on=self.now.date(),
            languages=["ru", "en", "uk"],
        )
        section = self._section(
            event,
            "recorded-games",
            names={"ru": "Записанные партии", "en": "Recorded games", "uk": "Записані партії"},
            game="tavreli",
            regime="tavreli-1997",
            format="exhibition",
            tiebreaks=[],
        )
        self._import(section, "Recorded tavreli games", tavreli_games.read(DATA / "tavreli-games.json"))
        self._name(event, _RECORDED)
        self._sample_tournament(event)

    def _sample_tournament(self, event: Event) -> None:
        """Create a tournament of eight invented, so named participants; round 1 is on, without moves."""
        section = self._section(
            event,
            "sample-tournament",
            names={"ru": "Турнир-образец", "en": "Sample tournament", "uk": "Турнір-зразок"},
            game="tavreli",
            regime="tavreli-1997",
            control="60 d10",
            format="round_robin",
            rounds_planned=7,
            tracking=TrackingLevel.LIVE,
        )
        for number in range(1, 9):
            player = add_player(
                actor=self.organiser,
                now=self.now,
                event_id=event.pk,
                family_name=f"Sample participant {number}",
                names={
                    "en": f"Sample participant {number}",
                    "ru": f"Участник-образец {number}",
                    "uk": f"Учасник-зразок {number}",
                },
                # Numbers 1 and 8 meet on the first board of the first round: the visitor has both sides of it.
                user_id=self.users[PLAYER].pk if number in (1, 8) else None,
            )
            enter_player(actor=self.organiser, now=self.now, section_id=section.pk, player_id=player.pk)
        starts = [self.now + timedelta(days=number) for number in range(7)]
        rounds = pair_round_robin(actor=self.organiser, now=self.now, section_id=section.pk, starts=starts)
        publish_round(actor=self.organiser, now=self.now, round_id=rounds[0].pk)
        start_round(actor=self.organiser, now=self.now, round_id=rounds[0].pk)
