#!lua
-- Keeps a finished deal. Key 1: the deal. Arguments: record, milliseconds kept.

local record, keep = take(), take()
redis.call('SET', KEYS[1], record, 'NX', 'PX', keep)
return 1
