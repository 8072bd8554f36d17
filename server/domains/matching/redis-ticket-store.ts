import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import { keyOfTwo, redisRings, type StoreDeps } from './redis-rings.ts'
import {
  argumentsOf,
  argumentsOfReading,
  parseCandidate,
  parseEnded,
  parseHeld,
  parseTicket,
  writePair,
  writeRinging,
  writeStarted,
} from './redis-ticket-codec.ts'
import { defineTicketCommands, type StoredRound } from './redis-ticket-commands.ts'
import { queuesOf } from './ticket.ts'
import { writeProfile } from './ticket-profile.ts'
import {
  BLOCK_KEPT_FOR,
  CANCEL_KEPT_FOR,
  CANCELLED_SEARCHES_KEPT,
  OPEN_FOR_AT_MOST,
  RING_ANNOUNCED_WITHIN,
  RING_BLOCK_KEPT_FOR,
  type Round,
  SETTLED_FOR,
  type TicketStore,
} from './ticket-store.ts'

/** Part of every key. Nodes of versions that store tickets differently do not read each other's. */
const FORMAT = '2:'

/** Keeps tickets that any number of nodes share. */
export function createRedisTicketStore({ redis, prefix }: StoreDeps): TicketStore {
  defineTicketCommands(redis)
  const deps = { redis, prefix: `${prefix}${FORMAT}` }
  return { ...searches(deps), ...pairs(deps), ...redisRings(deps), ...reads(deps) }
}

function searches({ redis, prefix }: StoreDeps) {
  return {
    async begin(userId) {
      const [mark, settled] = await redis.ticketBegin(prefix, userId)
      return { mark: mark || null, settled: settled ? parseHeld(settled) : null }
    },
    async arrive(ticket, poll, reading) {
      const [settled, since, id, ringUntil, ...round] = await redis.ticketArrive(
        prefix,
        ...argumentsOf(ticket),
        poll ? 1 : 0,
        poll?.mark ?? '',
        poll?.searchId ?? '',
        ...argumentsOfReading(ticket, reading),
      )
      if (settled) return { settled: parseHeld(settled) }
      if (!id || round.length === 0)
        return { settled: null, ticket: null, cancelledById: since === 'cancelled' }
      const ring = ringUntil ? { ringUntil: Number(ringUntil) } : {}
      const waiting = { ...ticket, waitingSince: Number(since), ticketId: id, ...ring }
      return { settled: null, ticket: waiting, round: parseRound(round) }
    },
    async leave(userId, searchId) {
      const [settled, wentOn] = await redis.ticketLeave(
        prefix,
        userId,
        uuidv7(),
        CANCEL_KEPT_FOR,
        searchId ?? '',
        CANCELLED_SEARCHES_KEPT,
        TIMING.ringPause,
      )
      return { held: settled ? parseHeld(settled) : null, wentOn: wentOn === 1 }
    },
    async leaveEvening(ticket, ticketId) {
      const after = { ...ticket, evening: null }
      const fields = [writeProfile(after), JSON.stringify(queuesOf(after))]
      return (
        (await redis.ticketLeaveEvening(prefix, ticket.userId, ticket.ticketId, ticketId, ...fields)) === 1
      )
    },
    async expire(userId, seenBefore) {
      await redis.ticketExpire(prefix, userId, seenBefore)
    },
    async lookAgain(userId, at) {
      const settled = await redis.ticketLookAgain(prefix, userId, at)
      return settled ? parseHeld(settled) : null
    },
  } satisfies Partial<TicketStore>
}

function pairs({ redis, prefix }: StoreDeps) {
  return {
    async start(pair, members) {
      const limits = [SETTLED_FOR, uuidv7(), CANCEL_KEPT_FOR]
      const apart = [pair.starterId, pair.partnerId, OPEN_FOR_AT_MOST, TIMING.ringPause]
      await redis.ticketStart(prefix, writeStarted(pair), ...limits, ...apart, ...members)
    },
    async release(pair) {
      const apart = [pair.starterId, pair.partnerId, TIMING.rematchAfter]
      await redis.ticketRelease(prefix, writeStarted(pair), ...apart)
    },
    async claim(pair, seenSince, ringUntil) {
      const { a, b } = pair
      const ringing = ringUntil === undefined ? null : { ...pair, until: ringUntil }
      const taken = await redis.ticketClaim(
        prefix,
        a.userId,
        a.ticketId,
        b.userId,
        b.ticketId,
        seenSince,
        writePair(pair),
        SETTLED_FOR,
        keyOfTwo(a.userId, b.userId),
        OPEN_FOR_AT_MOST,
        ringing ? writeRinging(ringing) : '',
        ringing ? ringing.until - TIMING.ringFor + RING_ANNOUNCED_WITHIN : '',
        OPEN_FOR_AT_MOST,
      )
      return taken === 2 && ringing ? ringing : taken === 1
    },
    async undo(pair) {
      await redis.ticketUndo(prefix, writePair(pair), pair.a.userId, pair.b.userId, TIMING.rematchAfter)
    },
    async separate(userA, userB) {
      await redis.ticketSeparate(prefix, userA, userB, TIMING.rematchAfter, TIMING.ringPause)
    },
    async block(userA, userB) {
      const key = keyOfTwo(userA, userB)
      await Promise.all([
        redis.set(`${prefix}b:${key}`, '1', 'PX', BLOCK_KEPT_FOR),
        redis.set(`${prefix}v:${key}`, '1', 'PX', RING_BLOCK_KEPT_FOR),
      ])
    },
  } satisfies Partial<TicketStore>
}

const parseRound = ([waiting, byInterest, more, outdated, found, metLately]: StoredRound): Round => ({
  found: found.map((stored, index) => ({
    ticket: parseCandidate(stored),
    metLately: metLately[index] === '1',
  })),
  outdated,
  more: [...more].map((digit) => digit === '1'),
  waiting,
  byInterest: byInterest.map(Number),
})

function reads({ redis, prefix }: StoreDeps) {
  return {
    async ticket(userId) {
      const stored = await redis.get(`${prefix}t:${userId}`)
      return stored ? parseTicket(stored) : null
    },
    async candidates(ticket, reading) {
      const { userId, waitingSince, blockedIds } = ticket
      return parseRound(
        await redis.ticketCandidates(
          prefix,
          userId,
          waitingSince,
          JSON.stringify(blockedIds),
          ...argumentsOfReading(ticket, reading),
        ),
      )
    },
    due: (now, limit) => redis.zrangebyscore(`${prefix}due`, '-inf', now, 'LIMIT', 0, limit),
    waiting: () => redis.zcard(`${prefix}all`),
    async longestWaiting(limit) {
      const userIds = await redis.zrange(`${prefix}all`, 0, `${limit - 1}`)
      if (userIds.length === 0) return []
      const stored = await redis.mget(userIds.map((userId) => `${prefix}t:${userId}`))
      return stored.flatMap((text) => (text ? parseTicket(text) : []))
    },
    async ended(after, limit) {
      const from = after === null ? '-' : `(${after}`
      const entries = await redis.xrange(`${prefix}ended`, from, '+', 'COUNT', limit)
      return entries.map(parseEnded)
    },
    async forgetEnded(upTo) {
      const key = `${prefix}ended`
      await Promise.all([redis.xtrim(key, 'MINID', upTo), redis.xdel(key, upTo)])
    },
  } satisfies Partial<TicketStore>
}
