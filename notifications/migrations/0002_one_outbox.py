"""The table of messages to people takes those to programs; a host to which they go in turn is a lane."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_tables")]

    operations = [
        migrations.RenameModel("WebhookHost", "Lane"),
        migrations.RenameField("webhook", "host", "lane"),
        migrations.AddField(
            "delivery",
            "webhook",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="notifications.webhook",
            ),
        ),
        migrations.AddField("delivery", "status", models.PositiveSmallIntegerField(blank=True, null=True)),
        *(
            migrations.AlterField(
                model,
                "channel",
                models.CharField(
                    choices=[("email", "Email"), ("push", "Push"), ("telegram", "Telegram"), ("webhook", "Webhook")],
                    max_length=8,
                ),
            )
            for model in ("delivery", "subscription")
        ),
        migrations.AlterField("delivery", "kind", models.CharField(max_length=40)),
    ]
