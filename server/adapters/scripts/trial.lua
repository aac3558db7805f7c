#!lua
-- Tries every command that the scripts use, and says which of them is refused. Keys: one
-- of each kind that there is, all new, and a channel as the last. Argument: publish verb.

local verb = take()
local key, channel = KEYS[1], KEYS[#KEYS]
local tries = {
  {'TIME'},
  {'DEL', key}, {'EXISTS', key},
  {'SET', key, '1', 'PX', '1000'}, {'GET', key}, {'INCR', key}, {'DECR', key},
  {'PTTL', key},
  {'DEL', key},
  {'HSET', key, 'f', 'v'}, {'HGET', key, 'f'}, {'HMGET', key, 'f'}, {'HGETALL', key},
  {'PEXPIRE', key, '1000'}, {'HDEL', key, 'f'},
  {'RPUSH', key, 'v'}, {'LRANGE', key, 0, -1}, {'LTRIM', key, 0, 0},
  {'DEL', key},
  {'XADD', key, '1-0', 'f', 'v'}, {'XRANGE', key, '-', '+'},
  {'XREVRANGE', key, '+', '-', 'COUNT', 1}, {'XTRIM', key, 'MINID', '=', '1-0'},
  {'DEL', key},
  {'ZADD', key, '1', 'm'}, {'ZRANGE', key, 0, 0}, {'ZSCAN', key, 0}, {'ZSCORE', key, 'm'},
  {'ZREM', key, 'none'}, {'ZREMRANGEBYSCORE', key, '-inf', '(1'},
  {'DEL', key},
  {verb, channel, ''},
}
for _, call in ipairs(tries) do
  local answer = redis.pcall(unpack(call))
  if type(answer) == 'table' and answer.err then
    redis.pcall('DEL', key)
    return {call[1], answer.err}
  end
end
return {}
