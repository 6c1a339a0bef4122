"""The actions of the administration that judge: each asks for its reason, and is logged."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.contrib.admin.models import CHANGE, LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.errors import HarpError

Judge = Callable[..., None]


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(label=_("Reason"), widget=forms.Textarea, max_length=1000)


def judging_action(
    name: str, question: Any, judge: Judge, *, subject: str
) -> Callable[[admin.ModelAdmin[Any], HttpRequest, QuerySet[Any]], HttpResponse | None]:
    """An action of a changelist that calls a service of game.services.moderation for each row.

    `judge` takes the row as the keyword `subject`, and by, reason and now.
    """

    @admin.action(description=question, permissions=["judge"])
    def action(
        model_admin: admin.ModelAdmin[Any], request: HttpRequest, queryset: QuerySet[Any]
    ) -> HttpResponse | None:
        form = ReasonForm(request.POST if "judge" in request.POST else None)
        if not form.is_valid():
            context = {
                **model_admin.admin_site.each_context(request),
                "title": question,
                "question": question,
                "objects": queryset,
                "form": form,
                "action": name,
                "back": request.get_full_path(),
                "action_checkbox_name": helpers.ACTION_CHECKBOX_NAME,
                "opts": model_admin.opts,
            }
            return TemplateResponse(request, "admin/game/judgement.html", context)
        reason = form.cleaned_data["reason"]
        for row in queryset:
            _judge_one(request, row, judge, subject, reason, str(question))
        return None

    action.__name__ = name
    return action


def _judge_one(
    request: HttpRequest, row: Model, judge: Judge, subject: str, reason: str, question: str
) -> None:
    try:
        judge(**{subject: row}, by=request.user, reason=reason, now=timezone.now())
    except HarpError as error:
        messages.error(request, f"{row}: {error}")
        return
    assert request.user.pk is not None, "the admin is for those who are signed in"
    LogEntry.objects.log_actions(
        user_id=request.user.pk,
        queryset=[row],
        action_flag=CHANGE,
        change_message=f"{question}: {reason}",
        single_object=True,
    )
    messages.success(request, gettext("Done: %(row)s") % {"row": row})
