"""The three events. Data missing in the sources are left out: no place, date, time control or result is invented."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models.game import Game, TrackingLevel
from games.models.record import milliseconds
from games.services.moves import start_game
from games.services.record import append, lock_game
from games.states import state_of
from portal.demo.open_run import ARBITER, ORGANISER, PLAYER, Account, ProgressBar, actor_of
from tavleya.actors import Actor, Role
from tavleya.clocks.controls import parse_control
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import BadInput, Problem
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.rules.contract import LineOfPlay, Ply, Position, Rules
from tavleya.rules.filegame import BLACK_WON, UNKNOWN, WHITE_WON, FileGame, FileReading
from tavleya.rules.files import read_game_file
from tavleya.rules.registry import rules_for
from tavleya.sides import Side
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.events import create_event, grant_role
from tournaments.services.players import add_player, edit_player
from tournaments.services.rounds import pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player
from tournaments.services.uploads import import_games

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
        self.common: dict[str, Any] = {"actor": actor_of(users[ORGANISER]), "now": now}
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
        event = create_event(**self.common, slug=slug, published=True, **fields)  # type: ignore[arg-type]
        for role in (Role.CHIEF_ARBITER, Role.ARBITER):
            grant_role(**self.common, event_id=event.pk, user_id=self.users[ARBITER].pk, role=role)
        return event

    def _section(self, event: Event, slug: str, **fields: object) -> Section:
        return create_section(
            **self.common,
            event_id=event.pk,
            slug=slug,
            **fields,  # type: ignore[arg-type]
        )

    def _import(self, section: Section, part: str, reading: object) -> None:
        self.bar.begin(part)
        report = import_games(
            **self.common,
            section_id=section.pk,
            reading=reading,  # type: ignore[arg-type]
            progress=self.bar,
        )
        self.bar.end(f"{report.players} players, {report.games} games, {report.plies} moves")

    def _chess(self, slug: str) -> None:
        event = self._event(
            slug,
            names={"en": "Tata Steel Masters 2022", "ru": "Тата Стил Мастерс 2022", "uk": "Тата Стіл Мастерс 2022"},
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
                **self.common,
                player_id=player.pk,
                changes={"federation": federation, "names": {"en": player.full_name, "ru": russian, "uk": ukrainian}},
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

    def _name(self, event: Event, names: Mapping[str, tuple[str, str]]) -> None:
        """Give the players of the event their names in Latin letters and in Ukrainian."""
        for player in event.players.all():
            latin, ukrainian = names[player.full_name]
            edit_player(
                **self.common,
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
        self._import(section, "Recorded tavreli games", read(DATA / "tavreli-games.json"))
        self._name(event, _RECORDED)
        self._sample_tournament(event)

    def _sample_tournament(self, event: Event) -> None:
        """Create a tournament of eight invented participants; round 1 is in progress, without moves."""
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
                **self.common,
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
            enter_player(**self.common, section_id=section.pk, player_id=player.pk)
        starts = [self.now + timedelta(days=number) for number in range(7)]
        rounds = pair_round_robin(**self.common, section_id=section.pk, starts=starts)
        publish_round(**self.common, round_id=rounds[0].pk)
        start_round(**self.common, round_id=rounds[0].pk)


# The recorded tavreli games: players, moves checked by the rules core, and the result, if any.

_TWO_PEOPLE = re.compile(r"(?P<white>.+?)\s+[-–]\s+(?P<black>.+?)(?:,\s*(?P<where>.+)|\s+\(.*\))?\Z")
_INITIAL_FIRST = re.compile(r"(?P<initial>\w\.)\s*(?P<family>\w{2,})\Z")
_FAMILY_FIRST = re.compile(r"(?P<family>\w{2,})\.?\s+(?P<initial>\w)\.?\Z")
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b")


def read(path: Path) -> FileReading:
    """Read every game of the file; an illegal move becomes a problem with its game and ply."""
    rules = rules_for("tavreli")
    games: list[FileGame] = []
    problems: list[Problem] = []
    for number, game in enumerate(json.loads(path.read_text("utf-8"))["games"], start=1):
        plies: list[Ply] = []
        position = rules.start()
        try:
            for text in game["moves"]:
                position = _play(rules, position, text, plies)
        except BadInput as error:
            problems.append(Problem(error.message, game=number, ply=len(plies) + 1))
        games.append(
            FileGame(
                number=number,
                line=number,
                tags=_tags(game["players"]),
                game=rules.game,
                start=rules.start().text(),
                line_of_play=LineOfPlay(rules.start(), tuple(plies)),
                texts=tuple(game["moves"][: len(plies)]),
                result=_result(game["result"], position),
            )
        )
    return FileReading(tuple(games), tuple(problems))


def _play(rules: Rules, position: Position, text: str, plies: list[Ply]) -> Position:
    move = rules.read(position, text)
    position = position.play(move)
    plies.append(Ply(move.text, position))
    return position


def _result(recorded: str, position: Position) -> str:
    """Return the recorded result, else the winner by mate, else unknown."""
    match = _RESULT.match(recorded)
    if match:
        return match[1]
    winner = position.status().winner
    return UNKNOWN if winner is None else WHITE_WON if winner is Side.WHITE else BLACK_WON


def _tags(players: str) -> Mapping[str, str]:
    match = _TWO_PEOPLE.match(players)
    if match is None:
        # The book's sample game has no names.
        return {"White": "Партия-образец (белые)", "Black": "Партия-образец (чёрные)"}
    tags = {"White": _name(match["white"]), "Black": _name(match["black"])}
    return tags | ({"Site": match["where"]} if match["where"] else {})


def _name(text: str) -> str:
    """Return `А.Карпов`, `Рогова. Т` and `Ершова С.` with the family name first, so that one person has one name."""
    text = text.strip()
    match = _INITIAL_FIRST.match(text) or _FAMILY_FIRST.match(text)
    return f"{match['family']} {match['initial'].rstrip('.')}." if match else text


# The live board on which a visitor plays both sides.


def visitors_board() -> Game | None:
    """Return board 1 of round 1 of the sample tournament."""
    pairing = (
        Pairing.objects.select_related("game")
        .filter(round__section__event__slug=TAVRELI, round__section__slug="sample-tournament", round__number=1, board=1)
        .first()
    )
    return pairing.game if pairing else None


@transaction.atomic
def start_visitors_board(*, actor: Actor, now: datetime) -> None:
    """Start its clock when the site is opened, so that a visitor need not be an arbiter first.

    If a flag fell while the site was unused, both clocks are set again, as an entry of the record.
    """
    game = visitors_board()
    if game is None:
        return
    if game.phase == GamePhase.PENDING:
        start_game(actor=actor, now=now, game_id=game.pk)
        return
    game = lock_game(game.pk)
    state = state_of(game)
    if state.clock is None or state.over:
        return
    if any(state.clock.fallen(side, milliseconds(now)) for side in Side):
        readings = ClockState.new(parse_control(game.control)).readings(0)
        times = {Side.WHITE.value: readings.white.ms, Side.BLACK.value: readings.black.ms}
        data = {"set": times, "reason": "the demonstration was left alone"}
        append(game, state, [EntryDraft(EntryKind.ADJUSTMENT, data=data)], actor=actor, now=now)
