"""Messages to programs move to the table of all messages."""

from datetime import timedelta

from django.db import migrations

_EXPIRE = timedelta(seconds=30 + 120 + 600 + 3_600 + 18 * 3_600, hours=1)


def move(apps, schema_editor):
    old = apps.get_model("notifications", "WebhookDelivery")
    new = apps.get_model("notifications", "Delivery")
    rows = old.objects.using(schema_editor.connection.alias).select_related("webhook").order_by("pk")
    created = (
        new(
            key=row.key, event_id=row.webhook.event_id, webhook_id=row.webhook_id, channel="webhook",
            kind=row.kind, body=row.body, made_at=row.made_at, expires_at=row.made_at + _EXPIRE,
            tries=row.attempts, due_at=row.next_at, sent_at=row.delivered_at, status=row.status,
            problem=row.problem, state=_state(row),
        )
        for row in rows.iterator(chunk_size=500)
    )  # fmt: skip
    new.objects.using(schema_editor.connection.alias).bulk_create(created, batch_size=500)


def _state(row):
    if row.delivered_at:
        return "sent"
    return "queued" if row.next_at else "dropped" if row.problem == "revoked" else "failed"


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_one_outbox")]

    operations = [migrations.RunPython(move, migrations.RunPython.noop), migrations.DeleteModel("WebhookDelivery")]
