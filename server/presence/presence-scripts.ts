/**
 * Of a person: the set of nodes with streams of theirs. Of a node: the set of its people. Of all: a hash of who is
 * online with the interests they came with, and for each interest the set of people online.
 */
const CLOSE_ONE = `
local function close(node, user, nodesOf, people, online, interestPrefix)
  redis.call('SREM', people, user)
  if redis.call('SREM', nodesOf, node) == 0 or redis.call('SCARD', nodesOf) > 0 then return false end
  for interest in string.gmatch(redis.call('HGET', online, user) or '', '[^\\n]+') do
    redis.call('SREM', interestPrefix .. interest, user)
  end
  redis.call('HDEL', online, user)
  return true
end`

/** KEYS: nodes of the person, people of the node, online. ARGV: node, person, prefix of interests, interests. */
export const OPEN = `
redis.call('SADD', KEYS[2], ARGV[2])
if redis.call('SADD', KEYS[1], ARGV[1]) == 0 or redis.call('SCARD', KEYS[1]) > 1 then return 0 end
redis.call('HSET', KEYS[3], ARGV[2], ARGV[4])
for interest in string.gmatch(ARGV[4], '[^\\n]+') do redis.call('SADD', ARGV[3] .. interest, ARGV[2]) end
return 1`

/** KEYS: online. ARGV: person, prefix of interests, interests. Nothing for somebody who is not online. */
export const CHANGE = `
local before = redis.call('HGET', KEYS[1], ARGV[1])
if not before then return 0 end
for interest in string.gmatch(before, '[^\\n]+') do redis.call('SREM', ARGV[2] .. interest, ARGV[1]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
for interest in string.gmatch(ARGV[3], '[^\\n]+') do redis.call('SADD', ARGV[2] .. interest, ARGV[1]) end
return 1`

/** KEYS and ARGV as for `OPEN`, without the interests. */
export const CLOSE = `${CLOSE_ONE}
return close(ARGV[1], ARGV[2], KEYS[1], KEYS[2], KEYS[3], ARGV[3]) and 1 or 0`

/**
 * Takes some people off a node that gives no sign of life. Answers how many they were and who of them is offline now;
 * nothing at all once the node is alive again or empty.
 * KEYS: sign of life, people of the node, online, nodes. ARGV: node, prefix of interests, prefix of nodes of, batch.
 */
export const REAP = `${CLOSE_ONE}
if redis.call('EXISTS', KEYS[1]) == 1 then return {0, {}} end
local users = redis.call('SRANDMEMBER', KEYS[2], ARGV[4])
if #users == 0 then redis.call('SREM', KEYS[4], ARGV[1]) end
local gone = {}
for _, user in ipairs(users) do
  if close(ARGV[1], user, ARGV[3] .. user, KEYS[2], KEYS[3], ARGV[2]) then gone[#gone + 1] = user end
end
return {#users, gone}`

/** A sample of one more than \`cap\` people an interest is enough to count up to \`cap\` of the others. */
export const SHARING = `
local seen, count, cap = {}, 0, tonumber(ARGV[2])
for i = 1, #KEYS do
  for _, user in ipairs(redis.call('SRANDMEMBER', KEYS[i], cap + 1)) do
    if user ~= ARGV[1] and not seen[user] then
      seen[user] = true
      count = count + 1
      if count >= cap then return cap end
    end
  end
end
return count`
