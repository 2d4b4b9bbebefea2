"""Which address under `/api/v1/` leads to which view."""

from django.urls import path, re_path

from uploads.api import catalogue, findings, reports, sharing, validations
from uploads.api.addresses import Nowhere
from uploads.api.errors import Errors
from uploads.api.schema import Document

app_name = "api"

urlpatterns = [
    path("validations", validations.Validations.as_view(), name="validations"),
    path("validations/<str:public_id>", validations.OneValidation.as_view(), name="validation"),
    path("validations/<str:public_id>/findings", findings.Findings.as_view(), name="findings"),
    path("validations/<str:public_id>/segments", findings.Segments.as_view(), name="segments"),
    path("validations/<str:public_id>/segments/<int:number>", findings.OneSegment.as_view(), name="segment"),
    path("validations/<str:public_id>/records", findings.Records.as_view(), name="records"),
    path("validations/<str:public_id>/report", reports.Report.as_view(), name="report"),
    path("validations/<str:public_id>/shares", sharing.Shares.as_view(), name="shares"),
    path("validations/<str:public_id>/shares/<str:share_id>", sharing.OneShare.as_view(), name="share"),
    path("shared/<str:token>", sharing.Shared.as_view(), name="shared"),
    path("rules", catalogue.Rules.as_view(), name="rules"),
    path("rules/<str:name>", catalogue.OneRule.as_view(), name="rule"),
    path("profiles", catalogue.Profiles.as_view(), name="profiles"),
    path("info", catalogue.Info.as_view(), name="info"),
    path("schema", Document.as_view(), name="schema"),
    path("errors", Errors.as_view(), name="errors"),
    re_path("", Nowhere.as_view(), name="nowhere"),
]
