/**
 * The atomic steps of the Redis ticket store. Keys: `t:` a waiting ticket, `q:` a queue, `s:` a settled pair, `b:` members
 * with a new block, `m:` members who met, `c:` the mark of a member's last cancel and the started pair that
 * caused it, `x:` a member's cancelled searches, `due` when each search is due, `with` how many have an interest, `all`
 * all waiting members.
 */
const SHARED = `
local p = KEYS[1]

local function lines(text)
  local found = {}
  for line in string.gmatch(text, '[^\\n]+') do found[#found + 1] = line end
  return found
end

local function count(interest, by)
  if redis.call('HINCRBY', p .. 'with', interest, by) <= 0 then redis.call('HDEL', p .. 'with', interest) end
end

local function add(user, json, id, since, seen, queues, interests, blocked)
  redis.call('HSET', p .. 't:' .. user, 'json', json, 'id', id, 'since', since, 'seen', seen,
    'queues', queues, 'interests', interests, 'blocked', blocked)
  for _, queue in ipairs(lines(queues)) do redis.call('ZADD', p .. 'q:' .. queue, since, user) end
  for _, interest in ipairs(lines(interests)) do count(interest, 1) end
  redis.call('ZADD', p .. 'all', since, user)
  redis.call('ZADD', p .. 'due', since, user)
end

local function remove(user)
  local kept = redis.call('HMGET', p .. 't:' .. user, 'queues', 'interests')
  if not kept[1] then return end
  for _, queue in ipairs(lines(kept[1])) do redis.call('ZREM', p .. 'q:' .. queue, user) end
  for _, interest in ipairs(lines(kept[2])) do count(interest, -1) end
  redis.call('ZREM', p .. 'all', user)
  redis.call('ZREM', p .. 'due', user)
  redis.call('DEL', p .. 't:' .. user)
end
`

/** user → mark, settled pair; empty without one */
export const BEGIN = `${SHARED}
return {
  redis.call('HGET', p .. 'c:' .. ARGV[1], 'mark') or '',
  redis.call('GET', p .. 's:' .. ARGV[1]) or ''
}`

/**
 * user, json, id, since, seen, queues, interests, blocked, mark when the poll began, search id → settled pair | since and
 * id of the ticket that waits now | 'cancelled' or nothing in the place of since, and no id, where no ticket may wait
 */
export const ARRIVE = `${SHARED}
local user = ARGV[1]
local settled = redis.call('GET', p .. 's:' .. user)
if settled then return {settled} end
if ARGV[10] ~= '' then
  for _, cancelled in ipairs(redis.call('LRANGE', p .. 'x:' .. user, 0, -1)) do
    if cancelled == ARGV[10] then return {'', 'cancelled', ''} end
  end
end
local ended = redis.call('HMGET', p .. 'c:' .. user, 'mark', 'pair')
if ended[1] and ended[1] ~= ARGV[9] then return {ended[2] or '', '', ''} end
local id, since = ARGV[3], ARGV[4]
local waiting = redis.call('HMGET', p .. 't:' .. user, 'id', 'since', 'queues')
if waiting[1] then
  id, since = waiting[1], waiting[2]
  if waiting[3] == ARGV[6] then
    redis.call('HSET', p .. 't:' .. user, 'json', ARGV[2], 'seen', ARGV[5], 'blocked', ARGV[8])
    return {'', since, id}
  end
  remove(user)
end
add(user, ARGV[2], id, since, ARGV[5], ARGV[6], ARGV[7], ARGV[8])
return {'', since, id}`

/** user, mark, kept for, search id, searches kept → settled pair */
export const LEAVE = `${SHARED}
local user = ARGV[1]
remove(user)
redis.call('HSET', p .. 'c:' .. user, 'mark', ARGV[2])
redis.call('HDEL', p .. 'c:' .. user, 'pair')
redis.call('PEXPIRE', p .. 'c:' .. user, ARGV[3])
if ARGV[4] ~= '' then
  redis.call('LPUSH', p .. 'x:' .. user, ARGV[4])
  redis.call('LTRIM', p .. 'x:' .. user, 0, tonumber(ARGV[5]) - 1)
  redis.call('PEXPIRE', p .. 'x:' .. user, ARGV[3])
end
local settled = redis.call('GET', p .. 's:' .. user)
redis.call('DEL', p .. 's:' .. user)
return settled`

/** started pair, settled for, mark, kept for, member, … */
export const START = `${SHARED}
for i = 5, #ARGV do
  local user = ARGV[i]
  if redis.call('EXISTS', p .. 't:' .. user) == 1 then
    redis.call('SET', p .. 's:' .. user, ARGV[1], 'PX', ARGV[2])
    remove(user)
  end
  redis.call('HSET', p .. 'c:' .. user, 'mark', ARGV[3], 'pair', ARGV[1])
  redis.call('PEXPIRE', p .. 'c:' .. user, ARGV[4])
end
return 0`

/** started pair, member, member */
export const RELEASE = `${SHARED}
for i = 2, #ARGV do
  local user = ARGV[i]
  if redis.call('GET', p .. 's:' .. user) == ARGV[1] then redis.call('DEL', p .. 's:' .. user) end
  if redis.call('HGET', p .. 'c:' .. user, 'pair') == ARGV[1] then redis.call('HDEL', p .. 'c:' .. user, 'pair') end
end
return 0`

export const EXPIRE = `${SHARED}
local seen = redis.call('HGET', p .. 't:' .. ARGV[1], 'seen')
if seen and tonumber(seen) < tonumber(ARGV[2]) then remove(ARGV[1]) end
return 0`

/**
 * how many to leave out, those, then queue, from, take for each queue → since of the last place read of each queue
 * (empty when it has no more places), and each ticket once, as json, id, since, seen
 */
export const CANDIDATES = `${SHARED}
local seen, found, ends = {}, {}, {}
local left = tonumber(ARGV[1])
for i = 2, left + 1 do seen[ARGV[i]] = true end
for i = left + 2, #ARGV, 3 do
  local from, take = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
  local places = redis.call('ZRANGE', p .. 'q:' .. ARGV[i], from, from + take - 1, 'WITHSCORES')
  ends[#ends + 1] = #places == take * 2 and places[#places] or ''
  for place = 1, #places, 2 do
    local user = places[place]
    if not seen[user] then
      seen[user] = true
      local kept = redis.call('HMGET', p .. 't:' .. user, 'json', 'id', 'since', 'seen')
      if kept[1] then
        for field = 1, 4 do found[#found + 1] = kept[field] end
      end
    end
  end
end
return {ends, found}`

/** a, id of a, b, id of b, seen since, pair, settled for, key of the two, met for → 1 when both were taken */
export const CLAIM = `${SHARED}
local a, b = ARGV[1], ARGV[3]
local function free(user, id, other)
  local kept = redis.call('HMGET', p .. 't:' .. user, 'id', 'seen', 'blocked')
  return kept[1] == id and tonumber(kept[2]) >= tonumber(ARGV[5])
    and not string.find(kept[3], other, 1, true)
end
if redis.call('EXISTS', p .. 'b:' .. ARGV[8]) == 1 then return 0 end
if not free(a, ARGV[2], b) or not free(b, ARGV[4], a) then return 0 end
remove(a)
remove(b)
redis.call('SET', p .. 's:' .. a, ARGV[6], 'PX', ARGV[7])
redis.call('SET', p .. 's:' .. b, ARGV[6], 'PX', ARGV[7])
redis.call('SET', p .. 'm:' .. ARGV[8], '1', 'PX', ARGV[9])
return 1`

/** the settled pair, then the arguments of add: puts one person's ticket back unless they have left */
export const UNDO = `${SHARED}
if redis.call('GET', p .. 's:' .. ARGV[2]) ~= ARGV[1] then return 0 end
redis.call('DEL', p .. 's:' .. ARGV[2])
add(ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9])
return 1`

/** user, partner: forgets what is settled for the user if it is with this partner */
export const FORGET = `${SHARED}
local function isWith(json)
  if not json then return false end
  local pair = cjson.decode(json)
  local first = pair.a and pair.a.userId or pair.starterId
  local second = pair.b and pair.b.userId or pair.partnerId
  return first == ARGV[2] or second == ARGV[2]
end
local settled, ended = p .. 's:' .. ARGV[1], p .. 'c:' .. ARGV[1]
if isWith(redis.call('GET', settled)) then redis.call('DEL', settled) end
if isWith(redis.call('HGET', ended, 'pair')) then redis.call('HDEL', ended, 'pair') end
return 0`

/** user, at: only while they wait */
export const LOOK_AGAIN = `${SHARED}
redis.call('ZADD', p .. 'due', 'XX', ARGV[2], ARGV[1])
return 0`
