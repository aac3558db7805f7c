#!lua flags=allow-oom
-- Takes one use back that was counted. Key 1: the count.

local uses = tonumber(redis.call('GET', KEYS[1]) or '0')
if uses > 1 then
  redis.call('DECR', KEYS[1])
else
  redis.call('DEL', KEYS[1])
end
return 1
