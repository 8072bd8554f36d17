import { TIMING } from '#schema/limits.ts'
import type { RedisCommands } from '#server/platform/redis/index.ts'
import { parseHeld, parseRinging, parseTicket, writePair, writeRinging } from './redis-ticket-codec.ts'
import { isRinging, membersOf, settledPairOf } from './ticket.ts'
import { OPEN_FOR_AT_MOST, type RingStore, SETTLED_FOR } from './ticket-store.ts'

export interface StoreDeps {
  redis: RedisCommands
  prefix: string
}

export const keyOfTwo = (a: string, b: string) => (a < b ? `${a}:${b}` : `${b}:${a}`)

const timeOf = (text: string | undefined) => (text ? Number(text) : null)

/** Reads what is held for a member: a pair, and the lines of the ticket that it took. */
function parseStored(text: string) {
  const [json = '', ...lines] = text.split('\n')
  const held = parseHeld(json)
  const ringing = isRinging(held)
  return {
    held,
    ticket: ringing ? parseTicket(lines.join('\n')) : null,
    came: ringing ? timeOf(lines[9]) : null,
  }
}

/** Keeps the members who are rung, for any number of nodes. */
export function redisRings({ redis, prefix }: StoreDeps): RingStore {
  return {
    async search(userId) {
      const keys = ['t:', 's:', 'n:'].map((kind) => `${prefix}${kind}${userId}`)
      const [waiting, stored, missed] = await redis.mget(keys)
      const { held, ticket } = stored ? parseStored(stored) : { held: null, ticket: null }
      return { ticket: waiting ? parseTicket(waiting) : ticket, held, missedRingAt: timeOf(missed ?? '') }
    },
    setRing: (userId, { until, now, missedSince }) =>
      redis.ticketSetRing(prefix, userId, until ?? '', now, missedSince),
    async come(pair, userId, at) {
      const [otherCame, since, ringUntil] = await redis.ticketCome(prefix, userId, writeRinging(pair), at)
      if (since === undefined) return null
      return { otherCame: timeOf(otherCame), waitingSince: Number(since), ringUntil: timeOf(ringUntil) }
    },
    async settle(pair) {
      const [a, b] = membersOf(pair)
      const settled = await redis.ticketSettle(
        prefix,
        writeRinging(pair),
        a,
        b,
        writePair(settledPairOf(pair)),
        keyOfTwo(a, b),
        SETTLED_FOR,
        OPEN_FOR_AT_MOST,
      )
      return settled.length > 0 ? settled.map((since) => ({ waitingSince: Number(since) })) : null
    },
    async endRing(pair, { seenSince, stay }) {
      const missed = [pair.until - TIMING.ringFor, TIMING.ringMissedFor]
      const limits = [seenSince, TIMING.ringPause, ...missed]
      return (await redis.ticketEndRing(prefix, writeRinging(pair), ...limits, ...stay)) === 1
    },
    async dueRings(now, limit) {
      const due = await redis.zrangebyscore(`${prefix}rings`, '-inf', now, 'LIMIT', 0, limit)
      return Promise.all(
        due.map(async (json) => {
          const pair = parseRinging(json)
          const userIds = membersOf(pair)
          const stored = await redis.mget(userIds.map((userId) => `${prefix}s:${userId}`))
          const members = userIds.map((userId, index) => {
            const text = stored[index]
            return { userId, came: text?.startsWith(`${json}\n`) ? parseStored(text).came : null }
          })
          return { pair, members }
        }),
      )
    },
    async announced(pair) {
      await redis.zadd(`${prefix}rings`, 'XX', pair.until, writeRinging(pair))
    },
  }
}
