#!lua
-- Counts one use of what may be done so often. Key 1: the count. Argument: milliseconds
-- from the first use to the end of the count. Returns the count, and when it ends.

local uses = redis.call('INCR', KEYS[1])
if uses == 1 then
  redis.call('PEXPIRE', KEYS[1], take())
end
return {uses, redis.call('PTTL', KEYS[1])}
