#!lua
-- A new epoch on top of what the store still has.
-- Arguments: old epoch, version, token, new epoch, clock, allowed skew, writer, how many
-- versions to leave out; then a change. A table that has the new epoch already was rebased by this very call.

local epoch, version, token, new_epoch = take(), take_number(), take(), take()
local clock, skew, writer = take_number(), take_number(), take_number()
local skip = take_number()

local meta = read_meta()
if not meta then
  return {'GONE'}
end
local now = clock_ms()
local n = tonumber(meta.n)
if meta.e == new_epoch then
  return {'OK', n, now}
end
if meta.e ~= epoch then
  return {'EPOCH', meta.e}
end
if writer < tonumber(meta.mk) then
  return {'UPGRADE', tonumber(meta.mk)}
end
if n < version or (n == version and meta.tk ~= token) then
  return {'REWOUND', n, meta.tk}
end
if n > version then
  return {'STALE', n, meta.tk, {}}
end
if skewed(clock, now, skew) then
  return {'SKEW', now}
end
return write_change(meta, new_epoch, version + skip, now)
