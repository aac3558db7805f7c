#!lua
-- A line of talk, or that none was allowed, under the number of a command. Arguments:
-- session, number, digest; receipt, lines kept, publish verb, line (empty for none).

local session, number, digest = take(), take_number(), take()
local receipt, kept, verb, line = take(), take(), take(), take()

local answer = repeated(session, number, digest)
if answer then
  return answer
end
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  return {'GONE'}
end
if line ~= '' then
  local last = redis.call('XREVRANGE', KEYS[5], '+', '-', 'COUNT', 1)
  local this = 1
  if #last > 0 then
    this = tonumber(string.match(last[1][1], '^%d+')) + 1
  end
  redis.call('XADD', KEYS[5], 'MAXLEN', '=', kept, event_id(this), 't', '', 'p', line)
  redis.call('PEXPIRE', KEYS[5], left)
  redis.call(verb, KEYS[9], 'T' .. string.format('%016d', this) .. line)
end
redis.call('HSET', KEYS[4], session, receipt)
redis.call('PEXPIRE', KEYS[4], left)
return {'OK', 0, clock_ms()}
