"""A report made readable: prose of findings, the summary sentence, and the formats text, JSON, Markdown, SARIF, JUnit and GNU lines."""
