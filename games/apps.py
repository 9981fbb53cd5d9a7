from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Load every engine's sentences, so that stored messages can be rendered wherever they are read."""
        import tavleya.catalogues  # noqa: F401
        from games import gate
        from games.services.record import put_back

        gate.put_back.register(put_back)
