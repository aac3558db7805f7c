#!lua
-- Adds a line of talk. Keys: 1 meta, 2 talk, 3 channel. Arguments: publish verb, token,
-- payload, lines kept. The same token again gives the number of the first time, as far
-- back as a repeat can reasonably come.

local verb, token, payload, kept = take(), take(), take(), take()
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  return false
end
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 32)
local number = 0
for i = 1, #last do
  local this = tonumber(string.match(last[i][1], '^%d+'))
  if last[i][2][2] == token then
    return this
  end
  number = math.max(number, this)
end
number = number + 1
redis.call('XADD', KEYS[2], 'MAXLEN', '=', kept, event_id(number), 't', token, 'p', payload)
redis.call('PEXPIRE', KEYS[2], left)
redis.call(verb, KEYS[3], 'T' .. string.format('%016d', number) .. payload)
return number
