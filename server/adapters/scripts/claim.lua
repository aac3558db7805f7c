#!lua flags=allow-oom
-- Takes due deadlines of one shard. Key 1: the deadlines. Arguments: time for which
-- others do not see them, most deadlines. A node that dies meanwhile loses nothing: the
-- deadline is due again when that time is over.

local visibility, most = take_number(), take()
local now = clock_ms()
local due = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, most,
  'WITHSCORES')
for i = 1, #due, 2 do
  redis.call('ZADD', KEYS[1], 'XX', digits(now + visibility), due[i])
end
return due
