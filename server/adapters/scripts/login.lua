#!lua
-- Notes over which session a user has come last. Key: 1 the user, a hash of `s` (that
-- session), `n` (how often the user has come) and `x` (when all sessions of the user
-- were ended). Arguments: the session, when it began, milliseconds to keep, how often
-- the user has come at least. Returns `n`; 0, with nothing changed, for a session that
-- was ended.

local session, began, keep, least = take(), take_number(), take_number(), take_number()
local kept = redis.call('HMGET', KEYS[1], 'n', 'x')
if kept[2] and began <= tonumber(kept[2]) then
  return 0
end
local visits = math.max(tonumber(kept[1] or '0') + 1, least)
redis.call('HSET', KEYS[1], 's', session, 'n', digits(visits))
if redis.call('PTTL', KEYS[1]) < keep then
  redis.call('PEXPIRE', KEYS[1], digits(keep))
end
return visits
