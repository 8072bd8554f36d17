import { RETENTION } from './event-log.ts'

/** One entry more than promised: while it is there, no later entry was cut off. */
const KEPT = RETENTION.entries + 1

/**
 * Appends and publishes entries in one step. Subscribers receive entries in the order of the log. KEYS: for each entry the
 * set of published keys, if it has a key, then log and channel of each member. ARGV: the lifetime of the sets in
 * milliseconds, then for each entry: event, data, key or nothing, number of members. In a cluster, SPUBLISH reaches the
 * subscribers of the servers that have the slot.
 */
export const appendScript = (publish: 'PUBLISH' | 'SPUBLISH') => `
local at = 1
for i = 2, #ARGV, 4 do
  local isNew = true
  if ARGV[i + 2] ~= '' then
    isNew = redis.call('SADD', KEYS[at], ARGV[i + 2]) == 1
    if isNew then redis.call('PEXPIRE', KEYS[at], ARGV[1]) end
    at = at + 1
  end
  for member = 1, ARGV[i + 3] do
    if isNew then
      local id = redis.call('XADD', KEYS[at], 'MAXLEN', '=', ${KEPT}, '*', 'e', ARGV[i], 'd', ARGV[i + 1])
      redis.call('PEXPIRE', KEYS[at], ${RETENTION.milliseconds})
      redis.call('${publish}', KEYS[at + 1], id .. '\\n' .. ARGV[i] .. '\\n' .. ARGV[i + 1])
    end
    at = at + 2
  end
end`

/**
 * The epoch is the time since which Redis has kept every entry. Earlier entries may be lost, because it restarted, was
 * emptied, or a replica took over. Each of these starts a new replication history, also when the process of an earlier
 * primary takes over again.
 */
const EPOCH = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local run = string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')
local epoch = tonumber(redis.call('HGET', KEYS[1], run) or nil)
if not epoch then
  epoch = now - 1
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], run, epoch)
end`

/**
 * Returns the cursor of each log. KEYS: the epoch, then the logs. Without entries, the cursor is a millisecond ago: an
 * entry of this millisecond may get the id of the moment itself.
 */
export const CURSORS = `${EPOCH}
local cursors = {}
for i = 2, #KEYS do
  local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]
  cursors[i - 1] = last and last[1] or string.format('%.0f-0', now - 1)
end
return cursors`

/**
 * Returns what each log has after an id, and whether that is complete: unless entries after the id were cut off, or the
 * whole log may have expired or been lost since. KEYS: the epoch, then the logs. ARGV: for each log the id and its time.
 */
export const SINCE = `${EPOCH}
local results = {}
for i = 2, #KEYS do
  local log, id = KEYS[i], ARGV[2 * i - 3]
  local after = tonumber(ARGV[2 * i - 2])
  local found = {}
  for _, entry in ipairs(redis.call('XRANGE', log, '(' .. id, '+')) do
    found[#found + 1] = entry[1] .. '\\n' .. entry[2][2] .. '\\n' .. entry[2][4]
  end
  local complete = after >= epoch and after <= now + 1000
  local first = redis.call('XRANGE', log, '-', '+', 'COUNT', 1)[1]
  if not first then
    complete = complete and after > now - ${RETENTION.milliseconds}
  elseif redis.call('XLEN', log) >= ${KEPT} then
    complete = complete and redis.call('XRANGE', log, '-', id, 'COUNT', 1)[1] ~= nil
  else
    complete = complete and after > tonumber(string.match(first[1], '^%d+')) - ${RETENTION.milliseconds}
  end
  results[i - 1] = {found, complete and 1 or 0}
end
return results`
