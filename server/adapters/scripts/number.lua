#!lua
-- Takes a number for a command that names no table. Key: 1 what is kept of the session's
-- last such command: `n` (number), `g` (digest), `r` (where it leads). Arguments: number,
-- digest, where it leads (empty: not known), milliseconds to keep.

local number, digest, leads, keep = take_number(), take(), take(), take_number()
local kept = redis.call('HMGET', KEYS[1], 'n', 'g', 'r')
local last = tonumber(kept[1] or '0')
if last > number then
  return {'OLD', last}
end
if last == number then
  if kept[2] ~= digest then
    return {'CONFLICT'}
  end
  if leads == '' then
    leads = kept[3]
  end
end
redis.call('HSET', KEYS[1], 'n', digits(number), 'g', digest, 'r', leads)
redis.call('PEXPIRE', KEYS[1], digits(keep))
return {'OK', leads}
