#!lua
-- Notes over which session a user has come last. Key: 1 the user, a hash of `s` (that
-- session). Arguments: the session, milliseconds to keep.

redis.call('HSET', KEYS[1], 's', take())
redis.call('PEXPIRE', KEYS[1], take())
return 1
