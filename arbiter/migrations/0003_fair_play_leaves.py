"""The models of fair play are those of `fairplay`; their tables stay."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("arbiter", "0002_append_only")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name)
                for name in ("Inspection", "DrawnPlayer", "CheckDraw", "Complaint", "Declaration", "DeviceBag")
            ]
        )
    ]
