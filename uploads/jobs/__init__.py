"""How a validation gets done: its row is claimed, run, and written back; what goes wrong on the way is set right by the sweeper.

The row is the truth and the outbox, the broker only a doorbell: a lost message, a doubled one or a killed worker costs time, never a job.
"""
