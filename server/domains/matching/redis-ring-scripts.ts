import { SHARED } from './redis-script-parts.ts'

/* The atomic steps of a ring. Each names its arguments and what it returns. */

/** user, until (empty: no longer), now, missed since → what became of it */
export const SET_RING = `${SHARED}
local user = ARGV[1]
local text = redis.call('GET', p .. 't:' .. user)
if not text then return isRing(settledOf(user)) and 'ringing' or 'none' end
local kept = fields(text)
if ARGV[2] == '' then
  if not rings(kept) then return 'done' end
  kept[1], kept[9] = ARGV[3], nil
else
  local missed = redis.call('GET', p .. 'n:' .. user)
  if missed and tonumber(missed) > tonumber(ARGV[4]) then return 'missed' end
  redis.call('DEL', p .. 'n:' .. user)
  kept[1], kept[8], kept[9] = ARGV[2], kept[8] or '', ARGV[3]
end
write(user, kept)
return 'done'`

/** user, ringing pair, at → when the other came, since, and until when the member will be rung; nothing when it is over */
export const COME = `${SHARED}
local user, json = ARGV[1], ARGV[2]
local kept = heldBy(user, json)
if not kept then return {} end
kept[10] = ARGV[3]
redis.call('SET', p .. 's:' .. user, json .. '\\n' .. table.concat(kept, '\\n'), 'KEEPTTL')
local pair = cjson.decode(json)
local other = heldBy(pair.a.userId == user and pair.b.userId or pair.a.userId, json)
return {other and other[10] or '', kept[2], rings(kept) and kept[1] or ''}`

/** ringing pair, a, b, settled pair, key of the two, settled for, apart for → since when each waited; nothing when it was not settled */
export const SETTLE = `${SHARED}
local json, a, b = ARGV[1], ARGV[2], ARGV[3]
local ofA, ofB = heldBy(a, json), heldBy(b, json)
if not ofA or not ofB or ofA[10] == '' or ofB[10] == '' then return {} end
if redis.call('EXISTS', p .. 'v:' .. ARGV[5]) == 1 then return {} end
redis.call('ZREM', p .. 'rings', json)
local at = tonumber(ofA[10]) > tonumber(ofB[10]) and ofA[10] or ofB[10]
for _, of in ipairs({{a, ofA}, {b, ofB}}) do
  local user, kept = of[1], of[2]
  withoutCame(kept)
  record(user, kept, at, 'found')
  redis.call('SET', p .. 's:' .. user, ARGV[4] .. '\\n' .. table.concat(kept, '\\n'), 'PX', ARGV[6])
end
keepApart(a, b, ARGV[7])
return {ofA[2], ofB[2]}`

/** ringing pair, seen since, apart for, missed at, missed for, who stays, … */
export const END_RING = `${SHARED}
local staying = {}
for i = 6, #ARGV do staying[ARGV[i]] = true end
return endRing(ARGV[1], ARGV[3], function(user, came)
  return staying[user] or came ~= '' and tonumber(came) >= tonumber(ARGV[2])
end, ARGV[4], ARGV[5])`
