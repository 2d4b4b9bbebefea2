"""The Django application: stores uploads, runs the engine over them, shows what it found."""
