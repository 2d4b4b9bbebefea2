"""Facts: what was seen, without opinion. Rooms 1 to 3 write them, rules read them, nobody else judges.

`places` (where something stands), `carriage` (how the bytes carried the records), `json_text` (what a text is as JSON),
`streams`, `histories`, `requests`: each file is about one subject.
"""
