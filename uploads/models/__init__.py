"""What is kept: uploads and their parts, validations and what they found, shares and tokens.

People see public ids only. Keys and tokens are stored as sha256. Rows hold no content of a trace beyond the declared text params of
findings; content stands in files, which go first.
"""

from uploads.models.access import LONGEST_NOTE, ApiToken, Share
from uploads.models.public_ids import new_public_id
from uploads.models.uploads import LONGEST_LABEL, LONGEST_NAME, Part, Upload
from uploads.models.validations import Finding, Segment, Validation, Verdict

__all__ = [
    "LONGEST_LABEL",
    "LONGEST_NAME",
    "LONGEST_NOTE",
    "ApiToken",
    "Finding",
    "Part",
    "Segment",
    "Share",
    "Upload",
    "Validation",
    "Verdict",
    "new_public_id",
]
