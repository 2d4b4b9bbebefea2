"""Room 3: one pass -> facts.

    streams         chunks -> one stream (the hot path; `paths`, `path`, `fragments`, `texts`: chunks like the one before; `envelopes`;
                    `beside_choices`: usage, errors, whole messages)
    choices         deltas -> one choice; `key_sets` counts the keys of everything
    calls           tool-call entries -> calls (`slot_keys`: which slot, `entries`: what an entry brings)
    replays, splits what only the end of a choice tells; `usual`: that there is nothing to tell
    histories       messages -> turns, calls, results; `linkage` says what answers what (`near_ids`, `repeats`)
    arguments       joined arguments -> what they are as JSON (`json_text`, `relaxed_json`)
    tools           declared tools and whether their schemas are any (`schema_faults`)
    anthropic, responses, foreign_stream, foreign_histories     the same for other wire formats
    dialects        whose habits a stream shows

Everything is recorded and nothing is judged. Each decision table of docs/architecture.md is settled here once.
"""
