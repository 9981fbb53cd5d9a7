from django.apps import AppConfig


class ArbiterConfig(AppConfig):
    name = "arbiter"

    def ready(self) -> None:
        """Register the hooks of `arbiter` with the apps below."""
        from arbiter.event_file import TABLES, ruling_lines
        from arbiter.selectors.regimes import is_followed, regime_of
        from arbiter.selectors.rulings import disputed_games, rulings_at
        from arbiter.services.appeals import appeal_story
        from arbiter.services.reversal import take_back_ruling
        from arbiter.views.appeals import decisions_link
        from arbiter.views.proposal import ruling_in_force
        from games import hooks
        from games.states import state_of
        from tavleya.law.claims import agreement_bar
        from tournaments import event_tables
        from tournaments.hooks import correction_notes, count_rulings, disputes, event_links, story_of
        from tournaments.views.desk.acts import register_undo

        hooks.agreement_bar.register(
            lambda game: agreement_bar(state_of(game), regime_of(game), live=is_followed(game))
        )
        hooks.rulings_of.register(ruling_lines)
        disputes.register(disputed_games)
        count_rulings.register(rulings_at)
        correction_notes.register(ruling_in_force)
        event_links.register(decisions_link)
        event_tables.register(*TABLES)
        story_of.register("appeal", appeal_story)
        register_undo("ruling", take_back_ruling)
