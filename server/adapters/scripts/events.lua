#!lua flags=no-writes
-- Events after a position. Arguments: epoch, version, token, most events.

local epoch, version, token, most = take(), take_number(), take(), take()

local meta = read_meta()
if not meta then
  return {'GONE'}
end
if meta.e ~= epoch then
  return {'EPOCH', meta.e}
end
local n = tonumber(meta.n)
if n < version or (n == version and meta.tk ~= token) then
  return {'REWOUND', n, meta.tk}
end
if n == version then
  return {'OK', n, meta.tk, {}}
end
if version > 0 then
  local kept = token_at(version)
  if not kept then
    return {'TRIMMED', n, meta.tk}
  end
  if kept ~= token then
    return {'REWOUND', n, meta.tk}
  end
end
local later = redis.call('XRANGE', KEYS[3], event_id(version + 1), '+', 'COUNT', most)
return {'OK', n, meta.tk, later}
