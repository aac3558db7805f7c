#!lua
-- A command's effect on a table, if the table is where the command expects it.
-- Arguments: session, number, digest, epoch, version, token, clock, allowed skew,
-- writer, most events in an answer; then a change.

local session, number, digest = take(), take_number(), take()
local epoch, version, token = take(), take_number(), take()
local clock, skew, writer, most = take_number(), take_number(), take_number(), take()

local answer = repeated(session, number, digest)
if answer then
  return answer
end

local meta = read_meta()
if not meta then
  return {'GONE'}
end
if meta.e ~= epoch then
  return {'EPOCH', meta.e}
end
if writer < tonumber(meta.mk) then
  return {'UPGRADE', tonumber(meta.mk)}
end

local n = tonumber(meta.n)
if n < version or (n == version and meta.tk ~= token) then
  return {'REWOUND', n, meta.tk}
end
if n > version then
  local kept = version == 0 or token_at(version)
  if kept and version > 0 and kept ~= token then
    return {'REWOUND', n, meta.tk}
  end
  local later = {}
  if kept then
    later = redis.call('XRANGE', KEYS[3], event_id(version + 1), '+', 'COUNT', most)
  end
  return {'STALE', n, meta.tk, later}
end

local now = clock_ms()
if skewed(clock, now, skew) then
  return {'SKEW', now}
end
return write_change(meta, epoch, version, now)
