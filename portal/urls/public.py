"""What anybody may look at."""

from django.urls import include, path, register_converter

from documents.views import exports
from documents.views import games as game_files
from entries.views import fees, my_games, online_entries, self_service
from notifications.views import notifications
from people.views import invitations, organisations, own_person, people, series
from portal.views import embeds, event, feeds, front, game, public, search, share_cards, sharing, standings
from reports.views import files
from tournaments.views import event_list, teams, uploads
from venue.views import wall


class SlugConverter:
    """The slugs of events and sections (`tournaments.models.event.slug_form`)."""

    regex = "[a-z0-9]+(?:-[a-z0-9]+)*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class FileFormConverter(SlugConverter):
    regex = "pgn|pdn"


class PictureConverter(SlugConverter):
    regex = "svg|png"


class ExportFormatConverter(SlugConverter):
    """The other forms of a page."""

    regex = "csv|json|pdf"


class SecretConverter(SlugConverter):
    """The secret of a player's link (`tournaments.services.player_links`)."""

    regex = "[A-Za-z0-9_-]{16,64}"


class TableFileConverter:
    """A table of the desk as a file."""

    regex = "csv|xlsx"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(TableFileConverter, "table_file")
register_converter(SlugConverter, "name")
register_converter(SecretConverter, "secret")
register_converter(FileFormConverter, "file_form")
register_converter(PictureConverter, "picture")
register_converter(ExportFormatConverter, "export")

SECTION = "events/<name:slug>/<name:section_slug>/"

urlpatterns = [
    path("", front.front, name="home"),
    path("front/game.json", front.front_game, name="front_game"),
    path("search/", search.search, name="search"),
    path("people/<int:person_id>/", people.short, name="person_short"),
    path("people/<int:person_id>-<name:slug>/", people.person, name="person"),
    path("people/<int:person_id>/against/<int:other_id>/", people.head_to_head, name="head_to_head"),
    path("people/<int:person_id>/notifications/", notifications.follow_person, name="follow_person"),
    path("people/<int:person_id>/games.<file_form:form>", people.games, name="person_games"),
    path("people/<int:person_id>/card.png", share_cards.person, name="person_card"),
    path("events/", event_list.events, name="events"),
    path("organisations/<name:slug>/", organisations.organisation, name="organisation"),
    path("series/<name:slug>/", series.series, name="organisation_series"),
    path("series/<name:slug>.<export:form>", series.series_file, name="organisation_series_file"),
    path("series/<name:slug>.<table_file:form>", series.series_file, name="organisation_series_file"),
    path("organisations/<name:slug>/logo/", organisations.organisation_logo, name="organisation_logo"),
    path("entry/<secret:token>/", online_entries.entry, name="entry"),
    path("account/games/", my_games.my_games, name="my_games"),
    path("my/<secret:token>/", self_service.page, name="my"),
    path("my/<secret:token>/fee/", fees.own_fee, name="my_fee"),
    path("payments/<name:slug>/", fees.payment_report, name="payment_report"),
    path("my/<secret:token>/notifications/", notifications.own, name="my_notifications"),
    path("notifications/renew/", notifications.renew, name="notifications_renew"),
    path("notifications/<secret:token>/stop/", notifications.stop, name="notifications_stop"),
    path("notifications/<secret:token>/confirm/", notifications.confirm, name="notifications_confirm"),
    path("my/<secret:token>/person/", own_person.own_person, name="my_person"),
    path("my/<secret:token>/forget/", self_service.forget, name="my_forget"),
    path("my/<secret:token>/calendar.ics", feeds.own_calendar, name="my_calendar"),
    path("oembed/", embeds.oembed, name="oembed"),
    path("invitations/<secret:token>/", invitations.opened, name="invitation_opened"),
    path("invitation/", invitations.invitation, name="invitation"),
    path("events/<name:slug>/", event.event, name="event"),
    path("events/<name:slug>/calendar.ics", feeds.event_calendar, name="event_calendar"),
    path("events/<name:slug>/news.atom", feeds.event_feed, name="event_feed"),
    path("events/<name:slug>/notifications/", notifications.follow, name="follow"),
    path("events/<name:slug>/files/<int:upload_id>/", uploads.upload, name="event_upload"),
    path("events/<name:slug>/games/<int:game_id>/", game.game, name="game"),
    path("events/<name:slug>/games/<int:game_id>/embed/", sharing.embed, name="game_embed"),
    path("events/<name:slug>/games/<int:game_id>.gif", sharing.animation, name="game_gif"),
    path(
        "events/<name:slug>/games/<int:game_id>/position.<picture:form>",
        sharing.position,
        name="game_picture",
    ),
    path("events/<name:slug>/games/<int:game_id>.<file_form:form>", game.file, name="game_file"),
    path("events/<name:slug>/<name:section_slug>.trf", files.trf, name="section_trf"),
    path("events/<name:slug>/<name:section_slug>.xlsx", exports.section_workbook, name="section_xlsx"),
    path(
        "events/<name:slug>/<name:section_slug>.<file_form:form>",
        game_files.section_games,
        name="section_games",
    ),
    path(SECTION, public.section, name="section"),
    path(SECTION + "enter/", online_entries.enter, name="enter"),
    path(SECTION + "enter/search/", online_entries.search, name="enter_search"),
    path(SECTION + "calendar.ics", feeds.section_calendar, name="section_calendar"),
    path(SECTION + "standings/embed/", embeds.standings, name="standings_embed"),
    path(SECTION + "rounds/<int:number>/embed/", embeds.pairings, name="round_embed"),
    path(SECTION + "games/", public.round_page, name="schedule"),
    path(SECTION + "rounds/<int:number>/", public.round_page, name="round"),
    path(SECTION + "rounds/<int:number>/boards/", wall.wall, name="round_boards"),
    path(SECTION + "standings/", public.standings, name="standings"),
    path(SECTION + "standings/live/", standings.live, name="live_standings"),
    path(SECTION + "standings/<name:category_slug>/", standings.category, name="category_standings"),
    path(SECTION + "prizes/", standings.prizes, name="prizes"),
    path(SECTION + "crosstable/", public.crosstable, name="crosstable"),
    path(SECTION + "players/", public.players, name="players"),
    path(SECTION + "teams/", teams.teams, name="teams"),
    path(SECTION + "boards/", teams.boards, name="team_boards"),
    path(SECTION + "players/<int:number>/", public.player, name="player"),
    path(SECTION + "games.<export:form>", exports.round_file, name="schedule_file"),
    path(SECTION + "games.<file_form:form>", game_files.round_games, name="schedule_games"),
    path(SECTION + "rounds/<int:number>.<export:form>", exports.round_file, name="round_file"),
    path(SECTION + "rounds/<int:number>.<file_form:form>", game_files.round_games, name="round_games"),
    path(SECTION + "standings.<export:form>", exports.standings_file, name="standings_file"),
    path(SECTION + "crosstable.<export:form>", exports.crosstable_file, name="crosstable_file"),
    path(SECTION + "players.<export:form>", exports.players_file, name="players_file"),
    path("events/<name:slug>/card.png", share_cards.event, name="event_card"),
    path("events/<name:slug>/games/<int:game_id>/card.png", share_cards.game, name="game_card"),
    path(SECTION + "card.png", share_cards.section, name="section_card"),
    path(SECTION + "players/<int:number>/card.png", share_cards.player, name="player_card"),
    path("", include("tournaments.urls.matches")),
]
