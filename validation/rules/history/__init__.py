"""HIS5xx: how calls and results of a history are linked."""
