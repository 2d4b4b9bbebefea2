"""The tests: a mirror of the code, and beside it `services`, the real parts they run against."""
