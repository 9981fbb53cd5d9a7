import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_time_zone_of_an_event"),
    ]

    operations = [
        migrations.AddField(
            model_name="matchterms",
            name="tiebreak_games",
            field=models.PositiveSmallIntegerField(
                default=2,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(4),
                ],
            ),
        ),
        migrations.AddField(
            model_name="matchterms",
            name="tiebreak_control",
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AddConstraint(
            model_name="matchterms",
            constraint=models.CheckConstraint(
                condition=models.Q(("tiebreak_games__gte", 1), ("tiebreak_games__lte", 4)),
                name="match_tiebreak_games_known",
            ),
        ),
    ]
