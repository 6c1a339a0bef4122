"""Every address of the server."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from harp_server.api_docs import ApiDocsView, schema
from harp_server.health import healthz

# The administration's own form counts no tries; the account's does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("api/v1/", include("game.api.urls")),
    path("api/v1/", include("leaderboard.api.urls")),
    path("api/schema/", schema, name="schema"),
    path("api/docs/", ApiDocsView.as_view(url_name="schema"), name="api-docs"),
    path("healthz", healthz),
    path("admin/", admin.site.urls),
    path("account/", include("frontend.account_urls")),
    path("", include("frontend.urls")),
]

handler400 = "harp_server.api_errors.bad_request"
handler404 = "harp_server.api_errors.not_found"
handler429 = "harp_server.api_errors.too_fast"
handler500 = "harp_server.api_errors.server_error"
