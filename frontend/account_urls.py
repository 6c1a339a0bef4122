"""Addresses of the account's pages. Names that begin with account_ are those that django-allauth
looks for; what is not listed here of its pages, this server does not have."""

from allauth.account import views as allauth_views
from django.urls import path, re_path

from frontend import account_views as views

urlpatterns = [
    path("", views.account, name="account"),
    path("name/", views.rename, name="account_rename"),
    path("language/", views.language, name="account_language"),
    path("export/", views.export, name="account_export"),
    path("delete/", views.delete, name="account_delete"),
    path("sign-in/", views.sign_in, name="account_login"),
    path("sign-up/", views.sign_up, name="account_signup"),
    path("sign-out/", allauth_views.logout, name="account_logout"),
    path("banned/", allauth_views.account_inactive, name="account_inactive"),
    path("password-again/", allauth_views.reauthenticate, name="account_reauthenticate"),
    path("email/", views.change_email, name="account_email"),
    path(
        "email/sent/", allauth_views.email_verification_sent, name="account_email_verification_sent"
    ),
    re_path(
        r"^email/confirm/(?P<key>[-:\w]+)/$", views.confirm_email, name="account_confirm_email"
    ),
    path("password/", views.change_password, name="account_change_password"),
    path("password/reset/", allauth_views.password_reset, name="account_reset_password"),
    path(
        "password/reset/sent/",
        allauth_views.password_reset_done,
        name="account_reset_password_done",
    ),
    re_path(
        r"^password/reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.reset_password,
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/done/",
        allauth_views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
