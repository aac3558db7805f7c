#!lua
-- Keeps a session. Key: 1 the session. Arguments: hash of the proof, what is kept with
-- it, how often it was taken up, milliseconds to keep. A session that was ended, or is
-- known to have been taken up as often, stays as it is.

local proof_hash, payload, uses, keep = take(), take(), take_number(), take_number()
local kept = redis.call('HMGET', KEYS[1], 'c', 'x')
if kept[2] or (kept[1] and tonumber(kept[1]) >= uses) then
  return 0
end
redis.call('HSET', KEYS[1], 'h', proof_hash, 'd', payload, 'c', digits(uses))
redis.call('PEXPIRE', KEYS[1], digits(keep))
return 1
