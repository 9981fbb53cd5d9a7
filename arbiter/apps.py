from django.apps import AppConfig


class ArbiterConfig(AppConfig):
    name = "arbiter"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the floor of tournaments which regimes there are."""
        from arbiter.law.regimes import REGIMES
        from tournaments.regimes import RegimeChoice, regimes

        regimes.register(lambda: [RegimeChoice(one.key, one.game, one.name) for one in REGIMES.values()])
