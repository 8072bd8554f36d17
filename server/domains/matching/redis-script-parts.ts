import { ENDED_KEPT } from './ended-search.ts'

/**
 * What the scripts share about ringing pairs. Members who ring have no ticket in the queues: `s:` holds the ringing pair,
 * then the lines of the ticket. A tenth line is when the member came, empty before.
 */
const RINGS = `
local function isRing(json) return json and string.find(json, '"until":', 1, true) ~= nil end

local function hold(user, json, kept, milliseconds)
  kept[8], kept[9], kept[10] = kept[8] or '', kept[9] or '', kept[10] or ''
  redis.call('SET', p .. 's:' .. user, json .. '\\n' .. table.concat(kept, '\\n'), 'PX', milliseconds)
end

local function heldBy(user, json)
  local text = redis.call('GET', p .. 's:' .. user)
  local kept = text and fields(text)
  if not kept or table.remove(kept, 1) ~= json then return nil end
  return kept
end

local function withoutCame(kept)
  local came = table.remove(kept, 10)
  if came == '' then return kept end
  if rings(kept) then kept[9] = came else kept[1] = came end
  return kept
end

local function endRing(json, apart, stays, missedAt, missedFor)
  local pair = cjson.decode(json)
  local a, b = pair.a.userId, pair.b.userId
  local ended = redis.call('ZREM', p .. 'rings', json)
  redis.call('SET', p .. 'u:' .. (a < b and a .. ':' .. b or b .. ':' .. a), '1', 'PX', apart)
  for _, user in ipairs({a, b}) do
    local kept = heldBy(user, json)
    if kept then
      local came = kept[10]
      redis.call('DEL', p .. 's:' .. user)
      withoutCame(kept)
      if stays(user, came) then add(user, kept)
      else
        record(user, kept, polled(kept), 'left')
        if missedAt and rings(kept) then redis.call('SET', p .. 'n:' .. user, missedAt, 'PX', missedFor) end
      end
    end
  end
  return ended
end
`

/**
 * What the atomic steps of the Redis ticket store share. Keys: `t:` a waiting ticket, `q:` a queue, `s:` a settled pair and the
 * ticket that its claim took, `b:` members with a new block, `m:` two members who meet or met lately, once for each of
 * them, `c:` the mark of a member's last cancel and the started pair that caused it, `x:` a member's cancelled searches,
 * `v:` the same for members who are rung, `u:` two members who rang in vain, `n:` when a member missed a ring, `rings`
 * when each ringing pair is due, `due` when each search is due, `with` how many have an interest, `all` all waiting
 * members, `ended` a stream of the searches that ended, until they are counted.
 *
 * What one call does decides how many matches a second Redis makes. Numbers are therefore passed on as the text in which
 * they arrived: formatting one takes longer than the command.
 *
 * A ticket is one string, and one MGET reads many: last seen, waiting since, id, profile, blocked ids, queues and
 * interests, on a line each; the last four are JSON. An eighth line, `1`, says that the end of this search is not recorded:
 * it is recorded already, for its first interests or for a claim that was undone. A ninth line is the last poll of a member
 * who will be rung; the first line is then the end of that.
 */
export const SHARED = `
local p = KEYS[1]

local function fields(text)
  local found, from = {}, 1
  local at = string.find(text, '\\n', 1, true)
  while at do
    found[#found + 1] = string.sub(text, from, at - 1)
    from = at + 1
    at = string.find(text, '\\n', from, true)
  end
  found[#found + 1] = string.sub(text, from)
  return found
end

local function count(interest, by)
  if redis.call('HINCRBY', p .. 'with', interest, by) <= 0 then redis.call('HDEL', p .. 'with', interest) end
end

local function write(user, kept) redis.call('SET', p .. 't:' .. user, table.concat(kept, '\\n')) end

local function add(user, kept)
  write(user, kept)
  for _, queue in ipairs(cjson.decode(kept[6])) do redis.call('ZADD', p .. 'q:' .. queue, kept[2], user) end
  for _, interest in ipairs(cjson.decode(kept[7])) do count(interest, '1') end
  redis.call('ZADD', p .. 'all', kept[2], user)
  redis.call('ZADD', p .. 'due', kept[2], user)
end

local function removeTicket(user, kept)
  for _, queue in ipairs(cjson.decode(kept[6])) do redis.call('ZREM', p .. 'q:' .. queue, user) end
  for _, interest in ipairs(cjson.decode(kept[7])) do count(interest, '-1') end
  redis.call('ZREM', p .. 'all', user)
  redis.call('ZREM', p .. 'due', user)
  redis.call('DEL', p .. 't:' .. user)
end

local function rings(kept) return kept[9] ~= nil and kept[9] ~= '' end

local function polled(kept) return rings(kept) and kept[9] or kept[1] end

local function record(user, kept, at, outcome)
  if kept[8] == '1' then return end
  redis.call('XADD', p .. 'ended', 'MAXLEN', '~', '${ENDED_KEPT}', '*', outcome,
    table.concat({kept[2], at, user, kept[7]}, '\\n'))
end

local function remove(user)
  local text = redis.call('GET', p .. 't:' .. user)
  if not text then return text end
  local kept = fields(text)
  removeTicket(user, kept)
  record(user, kept, polled(kept), 'left')
  return text
end

local function settledOf(user)
  local text = redis.call('GET', p .. 's:' .. user)
  local at = text and string.find(text, '\\n', 1, true)
  return at and string.sub(text, 1, at - 1) or text
end

local function keepApart(a, b, milliseconds)
  redis.call('SET', p .. 'm:' .. a .. ':' .. b, '1', 'PX', milliseconds)
  redis.call('SET', p .. 'm:' .. b .. ':' .. a, '1', 'PX', milliseconds)
end
${RINGS}`
