#!lua
-- Notes over which session a user has come last. Key: 1 the user, a hash of `s` (that
-- session) and `x` (when all sessions of the user were ended). Arguments: the session,
-- when it began, milliseconds to keep. Returns 0, and changes nothing, for a session
-- that was ended.

local session, began, keep = take(), take_number(), take_number()
local ended = redis.call('HGET', KEYS[1], 'x')
if ended and began <= tonumber(ended) then
  return 0
end
redis.call('HSET', KEYS[1], 's', session)
if redis.call('PTTL', KEYS[1]) < keep then
  redis.call('PEXPIRE', KEYS[1], digits(keep))
end
return 1
