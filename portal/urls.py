"""Public pages, the pages and files of the site itself, and the desk of an organiser."""

from django.contrib.sitemaps.views import sitemap
from django.urls import path
from django.views.decorators.http import require_safe

from portal import offline
from portal.manual import views as manual
from portal.views import event as event_page
from portal.views import feeds, front, public, share_cards, site
from portal.views.desk import event, outputs, players, set_up
from tournaments.routes import DESK_EVENT, DESK_ROUND, DESK_SECTION, EVENT, GAME, SECTION

urlpatterns = [
    path("", front.front, name="home"),
    path("front/game.json", front.front_game, name="front_game"),
    path("search/", site.search, name="search"),
    path("people/<int:person_id>/card.png", share_cards.person, name="person_card"),
    path("my/<secret:token>/calendar.ics", feeds.own_calendar, name="my_calendar"),
    path("oembed/", feeds.oembed, name="oembed"),
    path(EVENT, event_page.event, name="event"),
    path(EVENT + "calendar.ics", feeds.event_calendar, name="event_calendar"),
    path(EVENT + "news.atom", feeds.event_feed, name="event_feed"),
    path(GAME, event_page.game, name="game"),
    path(GAME + "embed/", share_cards.embed, name="game_embed"),
    path(EVENT + "games/<int:game_id>.gif", share_cards.animation, name="game_gif"),
    path(GAME + "position.<picture:form>", share_cards.position, name="game_picture"),
    path(EVENT + "games/<int:game_id>.<file_form:form>", event_page.file, name="game_file"),
    path(SECTION, public.section, name="section"),
    path(SECTION + "calendar.ics", feeds.section_calendar, name="section_calendar"),
    path(SECTION + "standings/embed/", feeds.standings, name="standings_embed"),
    path(SECTION + "rounds/<int:number>/embed/", feeds.pairings, name="round_embed"),
    path(SECTION + "games/", public.round_page, name="schedule"),
    path(SECTION + "rounds/<int:number>/", public.round_page, name="round"),
    path(SECTION + "standings/", public.standings, name="standings"),
    path(SECTION + "standings/live/", public.live, name="live_standings"),
    path(SECTION + "crosstable/", public.crosstable, name="crosstable"),
    path(SECTION + "players/", public.players, name="players"),
    path(SECTION + "players/<int:number>/", public.player, name="player"),
    path(EVENT + "card.png", share_cards.event, name="event_card"),
    path(GAME + "card.png", share_cards.game, name="game_card"),
    path(SECTION + "card.png", share_cards.section, name="section_card"),
    path(SECTION + "players/<int:number>/card.png", share_cards.player, name="player_card"),
    path("manual/", manual.contents, name="manual"),
    path("manual/manual.html", manual.file, name="manual_file"),
    path("manual/manual.pdf", manual.pdf, name="manual_pdf"),
    path("manual/<slug:chapter>/", manual.chapter_page, name="manual_chapter"),
    path("language/", site.set_language, name="set_language"),
    path("theme/", site.set_theme, name="set_theme"),
    path("robots.txt", site.robots, name="robots"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": site.SITEMAPS}, name="sitemap"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("manifest.webmanifest", site.manifest, name="manifest"),
    path("favicon.ico", site.favicon, name="favicon"),
]

urlpatterns += [  # the desk of an organiser
    path("desk/", event.home, name="desk"),
    path("desk/new-event/", event.event_new, name="desk_event_new"),
    path("desk/new-event/quick/", set_up.set_up, name="desk_set_up"),
    path("desk/suggest/address/", event.suggest_address, name="desk_suggest_address"),
    path("desk/suggest/control/", event.suggest_control, name="desk_suggest_control"),
    path("desk/suggest/tie-breaks/", event.suggest_tiebreaks, name="desk_suggest_tiebreaks"),
    path("desk/organisations/<name:slug>/log/", event.organisation_log, name="desk_organisation_log"),
    path(DESK_EVENT, event.event, name="desk_event"),
    path(DESK_EVENT + "edit/", event.edit, name="desk_event_edit"),
    path(DESK_EVENT + "edit/published/", event.publish, name="desk_event_publish"),
    path(DESK_EVENT + "log/", event.log, name="desk_log"),
    path(DESK_SECTION + "players/", players.players, name="desk_players"),
    path(DESK_SECTION + "players/new/", players.new, name="desk_player_new"),
    path(DESK_SECTION + "players/numbers/", players.number, name="desk_player_numbers"),
    path(DESK_SECTION + "players/<int:number>/", players.player, name="desk_player"),
    path(DESK_SECTION + "players/<int:number>/withdraw/", players.withdraw, name="desk_player_withdraw"),
    path(DESK_SECTION + "outputs/", outputs.section_outputs, name="desk_outputs"),
    path(DESK_SECTION + "outputs/federation.xlsx", outputs.federation_file, name="desk_federation_file"),
    path(DESK_ROUND + "outputs/", outputs.round_outputs, name="desk_round_outputs"),
]
