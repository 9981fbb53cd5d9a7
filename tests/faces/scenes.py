"""The pages of the pictures: the address and the viewer of each."""

from collections.abc import Callable
from dataclasses import dataclass

from portal.demo.events import CHESS
from tests.faces.gallery import CLUB, CUP, EVENT, OPEN, SERIES, TAVRELI, Gallery

E, D = f"/events/{EVENT}", f"/desk/{EVENT}"
CLUB_DESK = f"/desk/organisations/{CLUB}"


@dataclass(frozen=True)
class Scene:
    """`who`: an account of the gallery, `link` for the holder of a player's link, empty for an anonymous visitor."""

    name: str
    address: str | Callable[[Gallery], str]
    who: str = ""

    def at(self, gallery: Gallery) -> str:
        return self.address if isinstance(self.address, str) else self.address(gallery)


def _game_address(section: str, board: int, rest: str = "", start: str = E) -> Callable[[Gallery], str]:
    def address(gallery: Gallery) -> str:
        folder = "games/" if start == E else "boards/"
        return f"{start}/{folder}{gallery.game(getattr(gallery, section), board).pk}/{rest}"

    return address


def _fair_play(rest: str = "") -> Callable[[Gallery], str]:
    """In round 4 of the open."""

    def address(gallery: Gallery) -> str:
        return f"{D}/boards/fair-play/{rest}?round={gallery.open.rounds.get(number=4).pk}"

    return address


def _masters(gallery: Gallery) -> str:
    return f"/events/{CHESS}/games/{gallery.masters_game}/?ply=41"


MAIN = (
    Scene("home", "/"), Scene("event", f"{E}/"), Scene("round", f"{E}/{OPEN}/rounds/4/"),
    Scene("standings", f"{E}/{OPEN}/standings/"), Scene("game", _masters),
    Scene("live", _game_address(TAVRELI, 1, "board/")),
    Scene("my", lambda gallery: f"/my/{gallery.secret}/", "link"),
    Scene("set-up", "/desk/new-event/quick/", "organiser"), Scene("desk", f"{D}/", "organiser"),
    Scene("pairing", f"{D}/{OPEN}/pairing/", "organiser"),
    Scene("results", f"{D}/{OPEN}/rounds/4/results/", "arbiter"),
    Scene("console", f"{D}/boards/", "arbiter"),
    Scene("card", _game_address(TAVRELI, 3, start=D), "arbiter"),
)  # fmt: skip
FURTHER = (
    Scene("events", "/events/"),
    Scene("search", "/search/?q=sato"),
    Scene("sign-in", "/login/"),
    Scene("manual", "/manual/"),
    Scene("manual-chapter", "/manual/results/"),
    Scene("crosstable", f"/events/{CHESS}/masters/crosstable/"),
    Scene("swiss-crosstable", f"{E}/{OPEN}/crosstable/"),
    Scene("player", f"{E}/{OPEN}/players/8/"),
    Scene("players", f"{E}/{OPEN}/players/"),
    Scene("live-standings", f"{E}/{OPEN}/standings/live/"),
    Scene("wall", f"{E}/{TAVRELI}/rounds/1/boards/"),
    Scene("bracket", f"{E}/{CUP}/bracket/"),
    Scene("organisation", f"/organisations/{CLUB}/"),
    Scene("series", f"/series/{SERIES}/"),
    Scene("offline", "/offline/"),
    Scene("laws", f"{E}/{TAVRELI}/rules/"),
    Scene("player-board", _game_address(TAVRELI, 1, "board/"), "player"),
    Scene("my-games", "/account/games/", "player"),
    Scene("my-games-empty", "/account/games/", "organiser"),
    Scene("own-desk", "/desk/", "organiser"),
    Scene("desk-section", f"{D}/{OPEN}/", "organiser"),
    Scene("desk-players", f"{D}/{OPEN}/players/", "organiser"),
    Scene("desk-round", f"{D}/{OPEN}/rounds/4/", "organiser"),
    Scene("settings", f"{D}/{OPEN}/edit/", "organiser"),
    Scene("documents", f"{D}/{OPEN}/outputs/", "organiser"),
    Scene("officials", f"{D}/officials/", "organiser"),
    Scene("links", f"{D}/links/", "organiser"),
    Scene("organisation-desk", f"{CLUB_DESK}/", "organiser"),
    Scene("organisation-log", f"{CLUB_DESK}/log/", "organiser"),
    Scene("series-new", f"{CLUB_DESK}/series/new/", "organiser"),
    Scene("series-desk", f"{CLUB_DESK}/series/{SERIES}/", "organiser"),
    Scene("publish", f"{D}/publish/", "organiser"),
    Scene("log", f"{D}/log/", "organiser"),
    Scene("ruling", _game_address(TAVRELI, 3, "ruling/?kind=illegal_move", D), "arbiter"),
    Scene("ruling-menu", _game_address(TAVRELI, 2, "ruling/", D), "arbiter"),
    Scene("board-clocks", _game_address(TAVRELI, 3, "clocks/", D), "arbiter"),
    Scene("sheets", _game_address(TAVRELI, 2, "sheets/", D), "arbiter"),
    Scene("checklists", f"{D}/boards/checklists/", "arbiter"),
    Scene("duty", f"{D}/boards/duty/", "arbiter"),
    Scene("fair-play", _fair_play(), "arbiter"),
    Scene("fair-play-devices", _fair_play("devices/"), "arbiter"),
    Scene("fair-play-complaints", _fair_play("complaints/"), "arbiter"),
    Scene("fair-play-complaint", f"{D}/boards/fair-play/complaints/1/", "arbiter"),
    Scene("fair-play-declarations", _fair_play("declarations/"), "arbiter"),
    Scene("rulings", f"{D}/rulings/", "arbiter"),
    Scene("hall", f"/hall/{EVENT}/"),
    Scene("hall-boards", f"/hall/{EVENT}/{OPEN}/boards/"),
    Scene("hall-standings", f"/hall/{EVENT}/{OPEN}/standings/"),
    Scene("hall-clocks", f"/hall/{EVENT}/{TAVRELI}/clocks/"),
    Scene("administration", "/administration/", "admin"),
)
SCENES = {scene.name: scene for scene in (*MAIN, *FURTHER)}


@dataclass(frozen=True)
class TourPicture:
    """A picture of docs/tour.md: its scene, and the size of the window or a phone."""

    name: str
    scene: str
    height: int = 800
    width: int = 1280
    phone: bool = False
    dark: bool = False


TOUR = (
    TourPicture("front", "home", 900), TourPicture("front-phone", "home", phone=True),
    TourPicture("event", "event", 900), TourPicture("round", "round"),
    TourPicture("round-phone", "round", phone=True), TourPicture("standings", "standings", 900),
    TourPicture("crosstable", "crosstable"), TourPicture("player", "player"),
    TourPicture("bracket", "bracket"), TourPicture("wall", "wall"), TourPicture("game", "game"),
    TourPicture("live", "live"), TourPicture("live-phone", "player-board", phone=True),
    TourPicture("live-dark", "live", dark=True), TourPicture("my-phone", "my", phone=True),
    TourPicture("set-up", "set-up", 1000), TourPicture("desk", "desk", 900),
    TourPicture("players", "desk-players"), TourPicture("pairing", "pairing"),
    TourPicture("results", "results"), TourPicture("documents", "documents"), TourPicture("log", "log"),
    TourPicture("console", "console"), TourPicture("console-phone", "console", phone=True),
    TourPicture("card", "card"), TourPicture("ruling", "ruling", 900),
    TourPicture("clocks", "board-clocks", 900), TourPicture("hall-boards", "hall-boards", 1080, 1920),
    TourPicture("hall-clocks", "hall-clocks", 1080, 1920), TourPicture("laws", "laws"),
)  # fmt: skip
