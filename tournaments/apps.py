from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        """Register answers and listeners with `games`, which does not import tournaments."""
        from accounts.hooks import account_closed, is_invited, is_official
        from games import hooks
        from tournaments import access, announcements
        from tournaments import hooks as tournament_hooks
        from tournaments.announcements import register_channels
        from tournaments.routes import register_converters
        from tournaments.selectors.simul import differing_results, names_in
        from tournaments.services.knockout import check_meetings
        from tournaments.services.pairing_again import check_draft
        from tournaments.services.players import holder
        from tournaments.services.results import copy_results
        from tournaments.services.tokens import account_closed as closed

        register_converters()
        is_official.register(access.is_official)
        account_closed.register(closed)
        is_invited.register(access.is_invited)
        hooks.standing_of.register(access.standing_of_game)
        hooks.visible_to.register(access.game_visible_to)
        hooks.public_games.register(access.public_games)
        hooks.wall_of.register(access.wall_of)
        hooks.names_of.register(names_in)
        hooks.differing_copies.register(differing_results)
        hooks.holder_of.register(holder)
        hooks.result_changed.register(copy_results)
        hooks.calls_changed.register(announcements.calls_changed)
        register_channels()
        tournament_hooks.before_publication.register(check_draft, check_meetings)
