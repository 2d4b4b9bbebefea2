"""Which address leads to which door."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", include("uploads.api.urls")),
    path("", include("uploads.api.root_urls")),
    path("", include("uploads.web.urls")),
]

handler400 = "uploads.api.outside.bad_request"
handler500 = "uploads.api.outside.server_error"

if settings.ADMIN_ENABLED:
    from django.contrib import admin

    urlpatterns.insert(0, path("admin/", admin.site.urls))
