#!lua flags=allow-oom
-- Takes a session up again. Key: 1 the session, a hash of `h` (hash of the newest
-- proof), `p` (of the one before), `d` (what is kept with it), `c` (how often it was
-- taken up) and, alone, `x` (it was ended). Arguments: the hash that was shown, the next
-- one, milliseconds to keep, milliseconds to remember an end; the number of the shown
-- proof, how far that may be ahead of `c`, and what `c` has to be (-1: anything).
-- Returns 0 for an unknown session, 1 for one that was just revoked, with nothing changed
-- 2 for a proof that is newer than what is known here and 3 for another `c`, else what is
-- kept with the session, and `c`.

local shown, next_hash, keep, ended = take(), take(), take_number(), take_number()
local number, most, expected = take_number(), take_number(), take_number()
local kept = redis.call('HMGET', KEYS[1], 'h', 'p', 'd', 'c')
if not kept[1] then
  return 0
end
local uses = tonumber(kept[4] or '0')
-- The same call again, because its answer was lost, finds its own hash in place.
if kept[1] ~= next_hash then
  if shown ~= kept[1] and shown ~= kept[2] then
    if number > uses and number <= uses + most then
      return 2
    end
    end_session(ended)
    return 1
  end
  if expected >= 0 and expected ~= uses then
    return 3
  end
  uses = uses + 1
  redis.call('HSET', KEYS[1], 'h', next_hash, 'p', shown, 'c', digits(uses))
end
redis.call('PEXPIRE', KEYS[1], digits(keep))
return {kept[3], uses}
