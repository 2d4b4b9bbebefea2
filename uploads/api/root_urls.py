"""What this door has outside `/api/v1/`: every other address under `/api/` answers with a problem document too."""

from django.urls import path

from uploads.api import health
from uploads.api.addresses import Nowhere

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api", Nowhere.as_view()),
    path("api/", Nowhere.as_view()),
    path("api/<path:rest>", Nowhere.as_view()),
]
