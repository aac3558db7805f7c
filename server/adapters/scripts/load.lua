#!lua flags=no-writes
-- Snapshot and later events in one trip. Argument: most events in an answer.

local most = take()
local meta = read_meta()
if not meta then
  return {'GONE'}
end
local state = redis.call('GET', KEYS[2])
local after = event_id(tonumber(meta.ss or '0') + 1)
local events = redis.call('XRANGE', KEYS[3], after, '+', 'COUNT', most)
local flat = {}
for field, value in pairs(meta) do
  flat[#flat + 1] = field
  flat[#flat + 1] = value
end
return {'OK', clock_ms(), flat, state, events}
