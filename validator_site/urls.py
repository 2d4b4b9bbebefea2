"""Which address leads to which door."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from uploads.api import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("api/v1/", include("uploads.api.urls")),
    path("", include("uploads.web.urls")),
]

if settings.ADMIN_ENABLED:
    from django.contrib import admin

    urlpatterns.insert(0, path("admin/", admin.site.urls))
