#!lua flags=allow-oom
-- Notes or removes who holds a seat. Keys: 1 meta, 2 presences. Arguments: session,
-- generation, then the new note or nothing. An older generation changes nothing: the
-- disconnect of a superseded socket arrives late and must not undo the newer one.

local session, generation, note = take(), take_number(), take()
local seen = redis.call('HGET', KEYS[2], session)
local newest = seen and tonumber(string.match(seen, '^%d+ (%d+) '))
if note == '' then
  if newest ~= generation then
    return 0
  end
  redis.call('HDEL', KEYS[2], session)
  return 1
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 or (newest and newest > generation) then
  return 0
end
redis.call('HSET', KEYS[2], session, note)
redis.call('PEXPIRE', KEYS[2], left)
return 1
