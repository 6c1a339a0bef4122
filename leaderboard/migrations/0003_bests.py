from django.db import migrations, models


def fill_variants(apps, schema_editor):
    standings = apps.get_model("leaderboard", "Standing").objects
    deals = apps.get_model("game", "Deal").objects
    standings.update(
        variant=models.Subquery(
            deals.filter(pk=models.OuterRef("deal")).values("variant")[:1]
        )
    )


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0001_initial"),
        ("leaderboard", "0002_board"),
    ]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="variant",
            field=models.CharField(default="", max_length=2, verbose_name="variant"),
            preserve_default=False,
        ),
        migrations.RunPython(fill_variants, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(fields=["player", "-finished_at"], name="standing_latest"),
        ),
        migrations.AddIndex(
            model_name="standing",
            index=models.Index(fields=["player", "variant", "order_key"], name="standing_best"),
        ),
    ]
