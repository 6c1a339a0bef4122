"""Forms of the account's pages."""

from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from allauth.account.forms import SignupForm
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from game.errors import NameRefused, NameTaken
from game.names import NAME_LENGTH, SHORTEST_NAME
from game.services.players import free_name

if TYPE_CHECKING:
    from game.models import Player

_NAME_HELP = _("What others see. Letters and digits, with points, hyphens, underscores between.")


class SignUpForm(SignupForm):  # type: ignore[misc]
    """A public name, an address, a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = _("Public name")
        name.help_text = _NAME_HELP
        name.widget.attrs.update(autocomplete="nickname", minlength=SHORTEST_NAME)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def save(self, request: HttpRequest) -> Any:
        """The account and all that belongs to it, or nothing."""
        self.cleaned_data["password_hash"] = make_password(self.cleaned_data["password1"])
        with transaction.atomic():
            return super().save(request)


class NameForm(forms.Form):
    """Another public name."""

    name = forms.CharField(
        label=_("Public name"),
        help_text=_NAME_HELP,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "minlength": SHORTEST_NAME}),
    )

    def __init__(self, player: "Player", *args: Any, **kwargs: Any) -> None:
        self.player = player
        super().__init__(*args, **kwargs)

    def clean_name(self) -> str:
        """The name as it will be stored."""
        try:
            return free_name(self.cleaned_data["name"], player=self.player)
        except (NameRefused, NameTaken) as error:
            raise forms.ValidationError(str(error), code=error.code) from None


class LanguageForm(forms.Form):
    """The language to read in."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)


class DeleteForm(forms.Form):
    """The wish to be forgotten, with the password of an account."""

    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, player: "Player", *args: Any, **kwargs: Any) -> None:
        self.player = player
        super().__init__(*args, **kwargs)
        if player.is_guest:
            del self.fields["password"]

    def clean_password(self) -> str:
        """The right password; wrong ones are limited as at sign-in."""
        password: str = self.cleaned_data["password"]
        adapter = get_adapter()
        if not adapter.reauthenticate(self.player, password):
            raise adapter.validation_error("incorrect_password")
        return password
