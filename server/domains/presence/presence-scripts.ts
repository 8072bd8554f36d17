/**
 * Keys: for each member the set of nodes with their streams; for each node the set of its members; a hash of the members
 * online with their interests; for each interest the set of members online; and a sorted set of the members within the
 * grace, by the time at which their last stream closed. Times are those of Redis.
 */
const FORGET = `
local function forget(user, online, interestPrefix)
  for interest in string.gmatch(redis.call('HGET', online, user) or '', '[^\\n]+') do
    redis.call('SREM', interestPrefix .. interest, user)
  end
  redis.call('HDEL', online, user)
end`

/**
 * Returns 1 when the member comes online, 0 when they were online or came back within the grace.
 * KEYS: nodes of the member, members of the node, online, leaving. ARGV: node, member, prefix of interests, interests.
 */
export const OPEN = `
redis.call('SADD', KEYS[2], ARGV[2])
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[2])
if redis.call('HEXISTS', KEYS[3], ARGV[2]) == 1 then return 0 end
redis.call('HSET', KEYS[3], ARGV[2], ARGV[4])
for interest in string.gmatch(ARGV[4], '[^\\n]+') do redis.call('SADD', ARGV[3] .. interest, ARGV[2]) end
return 1`

/** KEYS: online. ARGV: member, prefix of interests, interests. Does nothing for a member who is not online. */
export const CHANGE = `
local before = redis.call('HGET', KEYS[1], ARGV[1])
if not before then return 0 end
for interest in string.gmatch(before, '[^\\n]+') do redis.call('SREM', ARGV[2] .. interest, ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
for interest in string.gmatch(ARGV[3], '[^\\n]+') do redis.call('SADD', ARGV[2] .. interest, ARGV[1]) end
return 1`

/** Begins the grace when this was the last stream of the member. KEYS: nodes of the member, members of the node, leaving. ARGV: node, member. */
export const CLOSE = `
redis.call('SREM', KEYS[2], ARGV[2])
if redis.call('SREM', KEYS[1], ARGV[1]) == 0 or redis.call('SCARD', KEYS[1]) > 0 then return 0 end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[3], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[2])
return 1`

/**
 * Removes a batch of members whose grace is over and returns them. Each member is returned to one node alone.
 * KEYS: leaving, online. ARGV: grace in milliseconds, prefix of interests, batch.
 */
export const EXPIRE = `${FORGET}
local time = redis.call('TIME')
local latest = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[1])
local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', latest, 'LIMIT', 0, ARGV[3])
for _, user in ipairs(gone) do
  redis.call('ZREM', KEYS[1], user)
  forget(user, KEYS[2], ARGV[2])
end
return gone`

/**
 * Removes a batch of members of a node without a sign of life. Returns how many they were, and who of them is offline
 * now: such a node has been silent for longer than the grace. Returns nothing once the node is alive again or empty.
 * KEYS: sign of life, members of the node, online, nodes. ARGV: node, prefix of interests, prefix of nodes of, batch.
 */
export const REAP = `${FORGET}
if redis.call('EXISTS', KEYS[1]) == 1 then return {0, {}} end
local users = redis.call('SRANDMEMBER', KEYS[2], ARGV[4])
if #users == 0 then redis.call('SREM', KEYS[4], ARGV[1]) end
local gone = {}
for _, user in ipairs(users) do
  redis.call('SREM', KEYS[2], user)
  local nodesOf = ARGV[3] .. user
  if redis.call('SREM', nodesOf, ARGV[1]) == 1 and redis.call('SCARD', nodesOf) == 0 then
    forget(user, KEYS[3], ARGV[2])
    gone[#gone + 1] = user
  end
end
return {#users, gone}`

/**
 * ARGV: cap, then the members who do not count. Reading as many random members of each interest as the cap and those members
 * together is enough to count up to the cap.
 */
export const SHARING = `
local seen, count, cap = {}, 0, tonumber(ARGV[1])
for i = 2, #ARGV do seen[ARGV[i]] = true end
for i = 1, #KEYS do
  for _, user in ipairs(redis.call('SRANDMEMBER', KEYS[i], cap + #ARGV - 1)) do
    if not seen[user] then
      seen[user] = true
      count = count + 1
      if count >= cap then return cap end
    end
  end
end
return count`
