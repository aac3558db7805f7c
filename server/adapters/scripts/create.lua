#!lua
-- A new table, or one that the store has lost and a node still knows.
-- Arguments: session, number, digest, epoch, base, clock, allowed skew; then a change.

local session, number, digest = take(), take_number(), take()
local epoch, base = take(), take_number()
local clock, skew = take_number(), take_number()

if redis.call('EXISTS', KEYS[1]) == 1 then
  return repeated(session, number, digest) or {'EXISTS'}
end
local now = clock_ms()
if skewed(clock, now, skew) then
  return {'SKEW', now}
end

-- Remains of a table whose meta was deleted by hand must not mix with the new one. A
-- table that is put back keeps what its sessions did and said.
redis.call('DEL', KEYS[2], KEYS[3])
if base == 0 then
  redis.call('DEL', KEYS[4], KEYS[5], KEYS[6])
end
redis.call('HSET', KEYS[1], 'mk', '0')
return write_change({tk = ''}, epoch, base, now)
