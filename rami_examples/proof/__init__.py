"""From claims to facts: every example through the engine, and what that proves."""
