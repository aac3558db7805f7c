#!lua flags=allow-oom
-- Notes or removes a user's seat. Key 1: the user. Arguments: table, milliseconds kept
-- (0: remove), note.

local table_id, keep, note = take(), take(), take()
if keep == '0' then
  redis.call('HDEL', KEYS[1], table_id)
else
  redis.call('HSET', KEYS[1], table_id, note)
  redis.call('PEXPIRE', KEYS[1], keep)
end
return 1
