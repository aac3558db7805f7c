#!lua flags=allow-oom
-- Takes one deadline if it is due. Key 1: the deadlines. Arguments: time for which
-- others do not see it, member.

local visibility, member = take_number(), take()
local now = clock_ms()
local due = redis.call('ZSCORE', KEYS[1], member)
if not due or tonumber(due) > now then
  return false
end
redis.call('ZADD', KEYS[1], 'XX', digits(now + visibility), member)
return due
