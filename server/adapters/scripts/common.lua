-- Put in front of every script. Keys of a table, in the order of redis_keys.TableKeys:
-- 1 meta, 2 state, 3 events, 4 commands, 5 talk, 6 presences, 7 deadlines, 8 lobby,
-- 9 channel. Arguments are read one after the other with take().

local position = 0

local function take()
  position = position + 1
  return ARGV[position]
end

local function take_number()
  return tonumber(take())
end

-- Lua writes large numbers with an exponent; ids and scores need all digits.
local function digits(number)
  return string.format('%.0f', number)
end

local function clock_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- A clock that is ahead is wrong. One that is behind may just have been on its way for
-- long: what was decided then is no worse for it, and whoever is busy must not be sent
-- round again and again. The factor is LAG_FACTOR of server/store_records.py.
local function skewed(clock, now, allowed)
  return clock - now > allowed or now - clock > 20 * allowed
end

local function read_meta()
  local flat = redis.call('HGETALL', KEYS[1])
  if #flat == 0 then
    return nil
  end
  local meta = {}
  for i = 1, #flat, 2 do
    meta[flat[i]] = flat[i + 1]
  end
  return meta
end

local function event_id(version)
  return digits(version) .. '-0'
end

local function token_at(version)
  local found = redis.call('XRANGE', KEYS[3], event_id(version), event_id(version))
  if #found == 0 then
    return nil
  end
  return found[1][2][2]
end

-- A repeat of the session's last command is answered before anything else is looked at.
local function repeated(session, number, digest)
  local seen = redis.call('HGET', KEYS[4], session)
  if not seen then
    return nil
  end
  local last, last_digest = string.match(seen, '^(%d+) (%x*) ')
  last = tonumber(last)
  if last < number then
    return nil
  end
  if last > number then
    return {'OLD', last}
  end
  if last_digest ~= digest then
    return {'CONFLICT'}
  end
  return {'DUP', seen, clock_ms()}
end

-- Appends, then everything that goes with it. XADD comes first: should the stream hold
-- what it must not, the script ends there with nothing changed.
-- The arguments taken here are those that redis_scripts.change_arguments() writes.
local function write_change(meta, epoch, version, now)
  local table_id, verb, phase = take(), take(), take()
  local writer, minimum, expire = take_number(), take(), take_number()
  local trim, has_snapshot, snapshot = take(), take(), take()
  local row_change, row = take(), take()
  local session, receipt = take(), take()
  local count = take_number()

  local token = meta.tk
  local news = {'E', epoch, ''}
  for i = 1, count do
    local payload
    token, payload = take(), take()
    version = version + 1
    redis.call('XADD', KEYS[3], event_id(version), 't', token, 'p', payload)
    news[#news + 1] = token .. string.format('%08d', #payload)
    news[#news + 1] = payload
  end
  news[3] = string.format('%016d', version)

  local fields = {'n', digits(version), 'tk', token, 'e', epoch, 'sv', digits(writer)}
  local function set(field, value)
    fields[#fields + 1] = field
    fields[#fields + 1] = value
  end
  if phase ~= '' then
    set('ph', phase)
  end
  if minimum ~= '' then
    set('mk', minimum)
  end
  if has_snapshot == '1' then
    redis.call('SET', KEYS[2], snapshot, 'KEEPTTL')
    set('ss', digits(version))
    meta.ss = version
  end
  if trim ~= '' then
    -- What comes after the snapshot is part of the state and stays.
    local first_kept = math.min(tonumber(trim), tonumber(meta.ss or '0') + 1)
    redis.call('XTRIM', KEYS[3], 'MINID', '=', event_id(first_kept))
  end

  for i = 1, take_number() do
    local kind, due = take(), take()
    local field, member = 'd:' .. kind, table_id .. '|' .. kind
    if due ~= '' then
      meta[field] = due
      set(field, due)
      redis.call('ZADD', KEYS[7], due, member)
    elseif meta[field] then
      meta[field] = nil
      redis.call('HDEL', KEYS[1], field)
      redis.call('ZREM', KEYS[7], member)
    end
  end
  local next_due = ''
  for field, due in pairs(meta) do
    if string.sub(field, 1, 2) == 'd:' then
      if next_due == '' or tonumber(due) < tonumber(next_due) then
        next_due = due
      end
    end
  end
  set('dl', next_due)
  redis.call('HSET', KEYS[1], unpack(fields))

  if session ~= '' then
    redis.call('HSET', KEYS[4], session, receipt)
  end
  if row_change == 'put' then
    redis.call('HSET', KEYS[8], table_id, row)
  elseif row_change == 'remove' then
    redis.call('HDEL', KEYS[8], table_id)
  end

  -- Six expiries are written only when they moved by a twenty-fourth: they would be
  -- half of what a move writes to the file.
  local left = redis.call('PTTL', KEYS[1])
  local fresh = redis.call('PTTL', KEYS[3]) == -1
  if fresh or left > expire or left < expire - expire / 24 then
    for i = 1, 6 do
      redis.call('PEXPIRE', KEYS[i], digits(expire))
    end
  end

  if count > 0 then
    redis.call(verb, KEYS[9], table.concat(news))
  end
  return {'OK', version, now}
end

-- Ends a session. Its key stays for a while, so that every node hears of it.
local function end_session(remember)
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'x', '1')
  redis.call('PEXPIRE', KEYS[1], digits(remember))
end
