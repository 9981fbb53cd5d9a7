from django.apps import AppConfig


class VenueConfig(AppConfig):
    name = "venue"
    default_auto_field = "django.db.models.BigAutoField"
