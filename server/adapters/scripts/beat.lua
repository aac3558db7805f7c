#!lua
-- A node's sign of life. Keys: 1 nodes seen, 2 outages, 3 the node. Arguments: node,
-- payload, milliseconds it counts, gap that counts as an outage. A store without memory
-- takes none, so that the time in which nobody can move counts as an outage. Returns the
-- time, the outages, and when this node gave its last sign; -1 for none that is known.

local node, payload, keep, gap = take(), take(), take_number(), take_number()
local now = clock_ms()
local newest = redis.call('ZRANGE', KEYS[1], 0, 0, 'REV', 'WITHSCORES')
if newest[2] and now - tonumber(newest[2]) > gap then
  redis.call('RPUSH', KEYS[2], newest[2] .. ' ' .. digits(now))
  redis.call('LTRIM', KEYS[2], -16, -1)
end
local before = redis.call('ZSCORE', KEYS[1], node)
redis.call('ZADD', KEYS[1], digits(now), node)
-- The newest always stays, so that the next sign of life knows the time between.
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. digits(now - keep))
redis.call('SET', KEYS[3], payload, 'PX', digits(keep))
return {now, redis.call('LRANGE', KEYS[2], 0, -1), tonumber(before or '-1')}
