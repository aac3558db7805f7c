#!lua flags=no-writes
-- The nodes that gave a sign of life lately. Key 1: nodes seen. Argument: milliseconds
-- that a sign of life may count at most.

return redis.call('ZRANGE', KEYS[1], digits(clock_ms() - take_number()), '+inf', 'BYSCORE')
