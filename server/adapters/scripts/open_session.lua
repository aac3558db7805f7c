#!lua
-- Keeps a session. Key: 1 the session. Arguments: hashes of the newest proof and of the
-- one before (empty: not known), what is kept with it, how often it was taken up,
-- milliseconds to keep. A session that was ended, or is known to have been taken up as
-- often, stays as it is.

local proof_hash, before, payload = take(), take(), take()
local uses, keep = take_number(), take_number()
local kept = redis.call('HMGET', KEYS[1], 'c', 'x')
if kept[2] or (kept[1] and tonumber(kept[1]) >= uses) then
  return 0
end
redis.call('HSET', KEYS[1], 'h', proof_hash, 'd', payload, 'c', digits(uses))
-- The proof before the one that is replaced is an old one by now.
if before == '' then
  redis.call('HDEL', KEYS[1], 'p')
else
  redis.call('HSET', KEYS[1], 'p', before)
end
redis.call('PEXPIRE', KEYS[1], digits(keep))
return 1
