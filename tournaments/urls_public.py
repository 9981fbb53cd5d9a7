"""What anybody may look at."""

from django.urls import path, register_converter

from tournaments.views import files, game, public


class SlugConverter:
    """The slugs of events and sections (`tournaments.models.event.slug_form`)."""

    regex = "[a-z0-9]+(?:-[a-z0-9]+)*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class FileFormConverter(SlugConverter):
    regex = "pgn|pdn"


register_converter(SlugConverter, "name")
register_converter(FileFormConverter, "file_form")

SECTION = "events/<name:slug>/<name:section_slug>/"

urlpatterns = [
    path("", public.events, name="home"),
    path("events/", public.events, name="events"),
    path("events/<name:slug>/", public.event, name="event"),
    path("events/<name:slug>/games/<int:game_id>/", game.game, name="game"),
    path("events/<name:slug>/games/<int:game_id>.<file_form:form>", game.file, name="game_file"),
    path("events/<name:slug>/<name:section_slug>.trf", files.trf, name="section_trf"),
    path(SECTION, public.section, name="section"),
    path(SECTION + "games/", public.round_page, name="schedule"),
    path(SECTION + "rounds/<int:number>/", public.round_page, name="round"),
    path(SECTION + "standings/", public.standings, name="standings"),
    path(SECTION + "crosstable/", public.crosstable, name="crosstable"),
    path(SECTION + "players/", public.players, name="players"),
    path(SECTION + "players/<int:number>/", public.player, name="player"),
]
