#!lua
-- Where people meet who want the same at the same moment. Key 1: the table. Arguments:
-- table proposed, table that it may take the place of, milliseconds to keep.

local proposed, replaced, keep = take(), take(), take()
local current = redis.call('GET', KEYS[1])
if current and current ~= replaced then
  return current
end
redis.call('SET', KEYS[1], proposed, 'PX', keep)
return proposed
