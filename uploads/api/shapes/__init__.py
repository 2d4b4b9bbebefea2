"""The shapes of requests and answers, as the OpenAPI document names them. Answers are built as dictionaries; these describe them."""

from uploads.api.shapes.catalogue import ErrorMeanings, Info, ProfileList, RuleDetail, RuleList
from uploads.api.shapes.findings import FindingPage, RecordPage
from uploads.api.shapes.segments import SegmentDetail, SegmentPage
from uploads.api.shapes.service import Problem
from uploads.api.shapes.shares import MintedShare, ShareList, ShareRequest
from uploads.api.shapes.validations import CreatedValidation, Report, SharedReport, Validation, ValidationPage

__all__ = [
    "CreatedValidation", "ErrorMeanings", "FindingPage", "Info", "MintedShare", "Problem", "ProfileList", "RecordPage", "Report",
    "RuleDetail", "RuleList", "SegmentDetail", "SegmentPage", "ShareList", "ShareRequest", "SharedReport", "Validation",
    "ValidationPage",
]  # fmt: skip
