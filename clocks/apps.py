from django.apps import AppConfig


class ClocksConfig(AppConfig):
    name = "clocks"
    default_auto_field = "django.db.models.BigAutoField"
