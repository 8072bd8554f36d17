import { SHARED } from './redis-script-parts.ts'

/* The atomic steps of a search. Each names its arguments and what it returns. */

/**
 * Reads a round of a search, from the argument `at`: seen since, interests, then for each group of queues: from, take, last
 * place, limits of the own and the other wait (empty without), the place of the interest that all members of the queues
 * have (empty without), how many queues, their names. Queues are skipped when no other member has their interest, and
 * when no one waits long enough. Returns how many wait, in all and
 * for each interest, a digit for each queue (1: places may be left), the outdated members, the first four fields of each
 * found ticket, and a digit for each (1: met lately).
 */
const ROUND = `
local function hasAnyone(limit)
  local first = redis.call('ZRANGE', p .. 'all', '0', '0', 'WITHSCORES')
  return first[2] and tonumber(first[2]) <= tonumber(limit)
end

local function places(at, since, counts)
  local users, known, more = {}, {}, {}
  while ARGV[at] do
    local from, take, last, limit, interest = ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 4], ARGV[at + 5]
    local isLimited = limit ~= '' and tonumber(since) > tonumber(ARGV[at + 3])
    local isEmpty = interest ~= '' and tonumber(counts[tonumber(interest)] or 0) < 2
      or isLimited and not hasAnyone(limit)
    local first = at + 7
    at = first + ARGV[at + 6]
    if isEmpty then more[#more + 1] = string.rep('0', at - first)
    else
      local full = tonumber(take)
      for i = first, at - 1 do
        local key = p .. 'q:' .. ARGV[i]
        local found
        if isLimited then found = redis.call('ZRANGEBYSCORE', key, '-inf', limit, 'LIMIT', from, take)
        else found = redis.call('ZRANGE', key, from, last) end
        more[#more + 1] = #found == full and '1' or '0'
        for _, user in ipairs(found) do
          if not known[user] then
            known[user] = true
            users[#users + 1] = user
          end
        end
      end
    end
  end
  return users, table.concat(more)
end

local function round(user, kept, at)
  local seenSince, interests = tonumber(ARGV[at]), cjson.decode(ARGV[at + 1])
  local counts = #interests > 0 and redis.call('HMGET', p .. 'with', unpack(interests)) or {}
  local users, more = places(at + 2, kept[2], counts)
  local keys = {}
  for i, other in ipairs(users) do keys[i] = p .. 't:' .. other end
  local tickets = #keys > 0 and redis.call('MGET', unpack(keys)) or {}
  local quoted, outdated, found, meetings = '"' .. user .. '"', {}, {}, {}
  for i, other in ipairs(users) do
    local text = tickets[i]
    if text and other ~= user then
      local seen = string.find(text, '\\n', 1, true)
      local profile = string.find(text, '\\n', string.find(text, '\\n', seen + 1, true) + 1, true)
      profile = string.find(text, '\\n', profile + 1, true)
      local blocked = string.find(text, '\\n', profile + 1, true)
      if tonumber(string.sub(text, 1, seen - 1)) < seenSince then outdated[#outdated + 1] = other
      elseif not string.find(string.sub(text, profile + 1, blocked - 1), quoted, 1, true)
        and not string.find(kept[5], '"' .. other .. '"', 1, true) then
        found[#found + 1] = string.sub(text, 1, profile - 1)
        meetings[#meetings + 1] = p .. 'm:' .. user .. ':' .. other
      end
    end
  end
  local met = #meetings > 0 and redis.call('MGET', unpack(meetings)) or {}
  for i = 1, #meetings do met[i] = met[i] and '1' or '0' end
  return redis.call('ZCARD', p .. 'all'), counts, more, outdated, found, table.concat(met)
end
`

/** user → mark, settled pair; empty without one */
export const BEGIN = `${SHARED}
return {redis.call('HGET', p .. 'c:' .. ARGV[1], 'mark') or '', settledOf(ARGV[1]) or ''}`

/**
 * user, seven fields of the ticket, whether the poll began before, mark when it began, search id, then a round → settled
 * pair | since and id of the ticket that waits now, until when its member will be rung, and the round | 'cancelled' or
 * nothing in the place of since, and no id, where no ticket may wait
 */
export const ARRIVE = `${SHARED}${ROUND}
local user = ARGV[1]
local settled = settledOf(user)
if settled then return {settled} end
if ARGV[11] ~= '' then
  for _, cancelled in ipairs(redis.call('LRANGE', p .. 'x:' .. user, 0, -1)) do
    if cancelled == ARGV[11] then return {'', 'cancelled', ''} end
  end
end
if ARGV[9] == '1' then
  local ended = redis.call('HMGET', p .. 'c:' .. user, 'mark', 'pair')
  if ended[1] and ended[1] ~= ARGV[10] then return {ended[2] or '', '', ''} end
end
local kept = {unpack(ARGV, 2, 8)}
local text = redis.call('GET', p .. 't:' .. user)
if text then
  local waiting = fields(text)
  kept[2] = waiting[2]
  if waiting[4] == kept[4] then kept[3] = waiting[3] end
  kept[8] = waiting[8]
  if rings(waiting) and tonumber(waiting[1]) > tonumber(kept[1]) then
    kept[8], kept[9], kept[1] = waiting[8], kept[1], waiting[1]
  end
  if waiting[7] ~= kept[7] then
    record(user, waiting, polled(kept), 'left')
    kept[8] = '1'
  end
  if waiting[6] == kept[6] then write(user, kept)
  else
    removeTicket(user, waiting)
    add(user, kept)
  end
else add(user, kept) end
return {'', kept[2], kept[3], rings(kept) and kept[1] or '', round(user, kept, 12)}`

/** user, since, blocked ids, then a round → the round */
export const CANDIDATES = `${SHARED}${ROUND}
return {round(ARGV[1], {'', ARGV[2], '', '', ARGV[3]}, 4)}`

/** user, mark, kept for, search id, searches kept, apart for → settled pair; 1 when the search went on without polls */
export const LEAVE = `${SHARED}
local user = ARGV[1]
local left = remove(user)
redis.call('HSET', p .. 'c:' .. user, 'mark', ARGV[2])
redis.call('HDEL', p .. 'c:' .. user, 'pair')
redis.call('PEXPIRE', p .. 'c:' .. user, ARGV[3])
if ARGV[4] ~= '' then
  redis.call('LPUSH', p .. 'x:' .. user, ARGV[4])
  redis.call('LTRIM', p .. 'x:' .. user, 0, tonumber(ARGV[5]) - 1)
  redis.call('PEXPIRE', p .. 'x:' .. user, ARGV[3])
end
local settled = settledOf(user)
if isRing(settled) then endRing(settled, ARGV[6], function(other) return other ~= user end)
else redis.call('DEL', p .. 's:' .. user) end
return {settled or '', left and rings(fields(left)) and 1 or 0}`

/** started pair, settled for, mark, kept for, starter, partner, apart for, apart for after a ring, member, … */
export const START = `${SHARED}
keepApart(ARGV[5], ARGV[6], ARGV[7])
for i = 9, #ARGV do
  local user = ARGV[i]
  local settled = settledOf(user)
  local rang = isRing(settled)
  if rang then endRing(settled, ARGV[8], function(other) return other ~= user end) end
  if remove(user) or rang then redis.call('SET', p .. 's:' .. user, ARGV[1], 'PX', ARGV[2]) end
  redis.call('HSET', p .. 'c:' .. user, 'mark', ARGV[3], 'pair', ARGV[1])
  redis.call('PEXPIRE', p .. 'c:' .. user, ARGV[4])
end
return 0`

/** started pair, starter, partner, apart for */
export const RELEASE = `${SHARED}
keepApart(ARGV[2], ARGV[3], ARGV[4])
for i = 2, 3 do
  local user = ARGV[i]
  if settledOf(user) == ARGV[1] then redis.call('DEL', p .. 's:' .. user) end
  if redis.call('HGET', p .. 'c:' .. user, 'pair') == ARGV[1] then redis.call('HDEL', p .. 'c:' .. user, 'pair') end
end
return 0`

/** user, id, new id, profile and queues of the ticket from now on → 1 when it still waited with the id */
export const LEAVE_EVENING = `${SHARED}
local user = ARGV[1]
local text = redis.call('GET', p .. 't:' .. user)
local kept = text and fields(text)
if not kept or kept[3] ~= ARGV[2] then return 0 end
removeTicket(user, kept)
kept[3], kept[4], kept[6] = ARGV[3], ARGV[4], ARGV[5]
add(user, kept)
return 1`

/** user, seen before */
export const EXPIRE = `${SHARED}
local text = redis.call('GET', p .. 't:' .. ARGV[1])
if not text then return 0 end
local kept = fields(text)
if tonumber(kept[1]) < tonumber(ARGV[2]) then
  removeTicket(ARGV[1], kept)
  record(ARGV[1], kept, polled(kept), 'left')
end
return 0`

/**
 * a, id of a, b, id of b, seen since, pair, settled for, key of the two, apart for, ringing pair (empty: none), when to
 * announce it, kept for → 1 when both were taken, 2 when they ring
 */
export const CLAIM = `${SHARED}
local a, b = ARGV[1], ARGV[3]
local texts = redis.call('MGET', p .. 't:' .. a, p .. 't:' .. b)
if not texts[1] or not texts[2] or redis.call('EXISTS', p .. 'b:' .. ARGV[8]) == 1 then return 0 end
local function isFree(kept, id, other)
  return kept[3] == id and tonumber(kept[1]) >= tonumber(ARGV[5])
    and not string.find(kept[5], '"' .. other .. '"', 1, true)
end
local ofA, ofB = fields(texts[1]), fields(texts[2])
if not isFree(ofA, ARGV[2], b) or not isFree(ofB, ARGV[4], a) then return 0 end
local toRing = rings(ofA) or rings(ofB)
if toRing and (ARGV[10] == '' or redis.call('EXISTS', p .. 'u:' .. ARGV[8], p .. 'v:' .. ARGV[8]) > 0) then return 0 end
removeTicket(a, ofA)
removeTicket(b, ofB)
if toRing then
  hold(a, ARGV[10], ofA, ARGV[12])
  hold(b, ARGV[10], ofB, ARGV[12])
  redis.call('ZADD', p .. 'rings', ARGV[11], ARGV[10])
  return 2
end
local at = tonumber(ofA[1]) > tonumber(ofB[1]) and ofA[1] or ofB[1]
record(a, ofA, at, 'found')
record(b, ofB, at, 'found')
redis.call('SET', p .. 's:' .. a, ARGV[6] .. '\\n' .. texts[1], 'PX', ARGV[7])
redis.call('SET', p .. 's:' .. b, ARGV[6] .. '\\n' .. texts[2], 'PX', ARGV[7])
keepApart(a, b, ARGV[9])
return 1`

/** the settled pair, a, b, apart for: puts the ticket of each back unless they have left */
export const UNDO = `${SHARED}
local function back(user, other)
  local text = redis.call('GET', p .. 's:' .. user)
  local kept = text and fields(text)
  if not kept or kept[1] ~= ARGV[1] then return end
  redis.call('DEL', p .. 's:' .. user)
  table.remove(kept, 1)
  local rest = kept[5] == '[]' and '' or ',' .. string.sub(kept[5], 2, -2)
  kept[5] = '["' .. other .. '"' .. rest .. ']'
  kept[8] = '1'
  add(user, kept)
end
keepApart(ARGV[2], ARGV[3], ARGV[4])
back(ARGV[2], ARGV[3])
back(ARGV[3], ARGV[2])
return 0`

/** a, b, apart for, apart for after a ring: forgets what is settled for each if it is with the other */
export const SEPARATE = `${SHARED}
local function isWith(json, other)
  if not json then return false end
  local pair = cjson.decode(json)
  local first = pair.a and pair.a.userId or pair.starterId
  local second = pair.b and pair.b.userId or pair.partnerId
  return first == other or second == other
end
local function forget(user, other)
  local ended = p .. 'c:' .. user
  local settled = settledOf(user)
  if isWith(settled, other) then
    if isRing(settled) then endRing(settled, ARGV[4], function() return true end)
    else redis.call('DEL', p .. 's:' .. user) end
  end
  if isWith(redis.call('HGET', ended, 'pair'), other) then redis.call('HDEL', ended, 'pair') end
end
forget(ARGV[1], ARGV[2])
forget(ARGV[2], ARGV[1])
keepApart(ARGV[1], ARGV[2], ARGV[3])
return 0`

/** user, at: only while they wait → settled pair */
export const LOOK_AGAIN = `${SHARED}
redis.call('ZADD', p .. 'due', 'XX', ARGV[2], ARGV[1])
return settledOf(ARGV[1])`
