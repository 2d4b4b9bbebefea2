"""The REST door, `/api/v1/`: curl, CI and scripts. It reads no cookie and only asks `intake`, `results` and `sharing`."""
