import { RETENTION } from './event-log.ts'

/** One entry more than promised: while it is there, no later entry was cut off. */
const KEPT = RETENTION.entries + 1

/**
 * Appends and publishes in one step. Subscribers receive entries in the order of the log.
 * KEYS: log and channel of each member; with a key also the set of published keys. ARGV: event, data, key, milliseconds.
 */
export const APPEND = `
local last = #KEYS
if ARGV[3] then
  if redis.call('SADD', KEYS[last], ARGV[3]) == 0 then return end
  redis.call('PEXPIRE', KEYS[last], ARGV[4])
  last = last - 1
end
for i = 1, last, 2 do
  local id = redis.call('XADD', KEYS[i], 'MAXLEN', '=', ${KEPT}, '*', 'e', ARGV[1], 'd', ARGV[2])
  redis.call('PEXPIRE', KEYS[i], ${RETENTION.milliseconds})
  redis.call('PUBLISH', KEYS[i + 1], id .. '\\n' .. ARGV[1] .. '\\n' .. ARGV[2])
end`

/**
 * The epoch is the time since which this Redis process has kept every entry. Earlier entries may be lost, because it
 * restarted, was emptied or is a replica that took over.
 */
const EPOCH = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local epoch = tonumber(redis.call('HGET', KEYS[2], run) or nil)
if not epoch then
  epoch = now - 1
  redis.call('DEL', KEYS[2])
  redis.call('HSET', KEYS[2], run, epoch)
end`

/** Without entries, the cursor is a millisecond ago: an entry of this millisecond may get the id of the moment itself. */
export const CURSOR = `${EPOCH}
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last then return last[1] end
return string.format('%.0f-0', now - 1)`

/** Complete unless entries after the id were cut off, or the whole log may have expired or been lost since. */
export const SINCE = `${EPOCH}
local after = tonumber(ARGV[2])
local found = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+')) do
  found[#found + 1] = entry[1] .. '\\n' .. entry[2][2] .. '\\n' .. entry[2][4]
end
local complete = after >= epoch and after <= now + 1000
local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)[1]
if not first then
  complete = complete and after > now - ${RETENTION.milliseconds}
elseif redis.call('XLEN', KEYS[1]) >= ${KEPT} then
  complete = complete and redis.call('XRANGE', KEYS[1], '-', ARGV[1], 'COUNT', 1)[1] ~= nil
else
  complete = complete and after > tonumber(string.match(first[1], '^%d+')) - ${RETENTION.milliseconds}
end
return {found, complete and 1 or 0}`
