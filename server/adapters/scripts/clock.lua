#!lua flags=no-writes
-- The clock of whoever holds this key.

return clock_ms()
