#!lua flags=allow-oom
-- Takes a table out of the indexes, and ends its keys after a while.
-- Arguments: table, milliseconds (0: at once).

local table_id, after = take(), take()

-- Members of the deadlines come from the index itself, not from meta: a table whose keys
-- have expired already must leave none behind either.
local cursor = '0'
repeat
  local page = redis.call('ZSCAN', KEYS[7], cursor, 'MATCH', table_id .. '|*', 'COUNT', 500)
  cursor = page[1]
  for i = 1, #page[2], 2 do
    redis.call('ZREM', KEYS[7], page[2][i])
  end
until cursor == '0'

redis.call('HDEL', KEYS[8], table_id)
local meta = read_meta()
if meta then
  redis.call('HSET', KEYS[1], 'dl', '')
  for field in pairs(meta) do
    if string.sub(field, 1, 2) == 'd:' then
      redis.call('HDEL', KEYS[1], field)
    end
  end
end
for i = 1, 6 do
  if after == '0' then
    redis.call('DEL', KEYS[i])
  else
    redis.call('PEXPIRE', KEYS[i], after)
  end
end
return 1
