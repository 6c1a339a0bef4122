from django.db import migrations, models

from game.names import name_key, name_look


def look_alikes_are_told_apart(apps, _schema_editor):
    """Work out anew what all names are compared by; of two look-alikes the later gets its id."""
    Player = apps.get_model("game", "Player")
    names = dict(Player.objects.order_by("pk").values_list("pk", "name"))
    keys, looks = set(), set()
    for pk, name in names.items():
        free, suffix = name, f"-{pk}"
        while (
            name_key(free) in keys
            or name_look(free) in looks
            or (free != name and free in names.values())
        ):
            free = f"{name[: 24 - len(suffix)]}{suffix}"
            suffix += "x"
        keys.add(name_key(free))
        looks.add(name_look(free))
        names[pk] = free
        # The key is out of the way of others' new keys until all names are settled.
        Player.objects.filter(pk=pk).update(
            name=free, name_key=f"~{pk}", name_look=name_look(free)
        )
    for pk, name in names.items():
        Player.objects.filter(pk=pk).update(name_key=name_key(name))


class Migration(migrations.Migration):
    dependencies = [("game", "0007_practice_on_any_deal")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="name_look",
            field=models.CharField(max_length=96, null=True, editable=False),
        ),
        migrations.RunPython(look_alikes_are_told_apart, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="player",
            name="name_look",
            field=models.CharField(max_length=96, unique=True, editable=False),
        ),
    ]
