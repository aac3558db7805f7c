#!lua
-- Ends all sessions of a user that have begun so far. Key: 1 the user. Argument:
-- milliseconds to remember it.

redis.call('HDEL', KEYS[1], 's')
redis.call('HSET', KEYS[1], 'x', digits(clock_ms()))
redis.call('PEXPIRE', KEYS[1], take())
return 1
