from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        """Track sessions from sign-in on."""
        from django.contrib.auth.signals import user_logged_in

        from accounts.sessions import note_sign_in

        user_logged_in.connect(note_sign_in, dispatch_uid="accounts.sessions")
