"""Which address leads to which door."""

from importlib.util import find_spec

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from uploads.api import health


def exists(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


doors = [("api/v1/", "uploads.api.urls"), ("", "uploads.web.urls")]
urlpatterns: list[URLPattern | URLResolver] = [path("healthz", health.healthz), path("readyz", health.readyz)]
urlpatterns += [path(start, include(door)) for start, door in doors if exists(door)]

if settings.ADMIN_ENABLED:
    from django.contrib import admin

    urlpatterns.insert(0, path("admin/", admin.site.urls))
