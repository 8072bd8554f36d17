import type { Redis } from 'ioredis'
import { v7 as uuidv7 } from 'uuid'
import { TIMING } from '#schema/limits.ts'
import { argumentsOf, parseSettled, parseTicket, writePair, writeStarted } from './redis-ticket-codec.ts'
import { defineTicketCommands } from './redis-ticket-commands.ts'
import type { Ticket } from './ticket.ts'
import {
  BLOCK_KEPT_FOR,
  CANCEL_KEPT_FOR,
  CANCELLED_SEARCHES_KEPT,
  SETTLED_FOR,
  type TicketStore,
} from './ticket-store.ts'

interface StoreDeps {
  redis: Redis
  prefix: string
}

const keyOfTwo = (a: string, b: string) => (a < b ? `${a}:${b}` : `${b}:${a}`)

/** Keeps tickets that any number of nodes share. */
export function createRedisTicketStore({ redis, prefix }: StoreDeps): TicketStore {
  defineTicketCommands(redis)
  const deps = { redis, prefix }
  return { ...searches(deps), ...pairs(deps), ...reads(deps) }
}

function searches({ redis, prefix }: StoreDeps) {
  return {
    async begin(userId) {
      const [mark, settled] = await redis.ticketBegin(prefix, userId)
      return { mark: mark || null, settled: settled ? parseSettled(settled) : null }
    },
    async arrive(ticket, { mark, searchId }) {
      const [settled, since, id] = await redis.ticketArrive(
        prefix,
        ...argumentsOf(ticket),
        mark ?? '',
        searchId ?? '',
      )
      if (settled) return { settled: parseSettled(settled) }
      if (!id) return { settled: null, ticket: null, cancelledById: since === 'cancelled' }
      return { settled: null, ticket: { ...ticket, waitingSince: Number(since), ticketId: id } }
    },
    async leave(userId, searchId) {
      const settled = await redis.ticketLeave(
        prefix,
        ...[userId, uuidv7(), CANCEL_KEPT_FOR, searchId ?? '', CANCELLED_SEARCHES_KEPT],
      )
      return settled ? parseSettled(settled) : null
    },
    async expire(userId, seenBefore) {
      await redis.ticketExpire(prefix, userId, seenBefore)
    },
    async lookAgain(userId, at) {
      await redis.ticketLookAgain(prefix, userId, at)
    },
  } satisfies Partial<TicketStore>
}

function pairs({ redis, prefix }: StoreDeps) {
  return {
    async start(pair, members) {
      const limits = [SETTLED_FOR, uuidv7(), CANCEL_KEPT_FOR]
      await redis.ticketStart(prefix, writeStarted(pair), ...limits, ...members)
    },
    async release(pair) {
      await redis.ticketRelease(prefix, writeStarted(pair), pair.starterId, pair.partnerId)
    },
    async claim(pair, seenSince) {
      const { a, b } = pair
      const taken = await redis.ticketClaim(
        prefix,
        ...[a.userId, a.ticketId, b.userId, b.ticketId, seenSince, writePair(pair), SETTLED_FOR],
        ...[keyOfTwo(a.userId, b.userId), TIMING.rematchAfter],
      )
      return taken === 1
    },
    async undo(pair) {
      const settled = writePair(pair)
      const back = (own: Ticket, other: Ticket) =>
        redis.ticketUndo(
          prefix,
          settled,
          ...argumentsOf({ ...own, blockedIds: [...own.blockedIds, other.userId] }),
        )
      await Promise.all([back(pair.a, pair.b), back(pair.b, pair.a)])
    },
    async forget(userId, partnerId) {
      await redis.ticketForget(prefix, userId, partnerId)
    },
    async block(userA, userB) {
      await redis.set(`${prefix}b:${keyOfTwo(userA, userB)}`, '1', 'PX', BLOCK_KEPT_FOR)
    },
  } satisfies Partial<TicketStore>
}

function reads({ redis, prefix }: StoreDeps) {
  async function ticket(userId: string) {
    const [json, id, since, seen] = await redis.hmget(`${prefix}t:${userId}`, 'json', 'id', 'since', 'seen')
    return json && id && since && seen ? parseTicket(json, id, since, seen) : null
  }

  return {
    ticket,
    async candidates(queues, except) {
      const [ends, flat] = await redis.ticketCandidates(
        prefix,
        ...[except.length, ...except],
        ...queues.flatMap(({ name, from, take }) => [name, from, take]),
      )
      const tickets: Ticket[] = []
      for (let index = 0; index + 3 < flat.length; index += 4) {
        const [json = '', id = '', since = '', seen = ''] = flat.slice(index, index + 4)
        tickets.push(parseTicket(json, id, since, seen))
      }
      return { tickets, ends: ends.map((since) => (since === '' ? null : Number(since))) }
    },
    async counts(interests) {
      const [waiting, counts] = await Promise.all([
        redis.zcard(`${prefix}all`),
        interests.length > 0 ? redis.hmget(`${prefix}with`, ...interests) : [],
      ])
      return { waiting, byInterest: counts.map(Number) }
    },
    async metLately(userId, others) {
      const flags = await redis.mget(others.map((other) => `${prefix}m:${keyOfTwo(userId, other)}`))
      return new Set(others.filter((_, index) => flags[index] !== null))
    },
    due: (now, limit) => redis.zrangebyscore(`${prefix}due`, '-inf', now, 'LIMIT', 0, limit),
    waiting: () => redis.zcard(`${prefix}all`),
    async longestWaiting(limit) {
      const userIds = await redis.zrange(`${prefix}all`, 0, `${limit - 1}`)
      const found = await Promise.all(userIds.map(ticket))
      return found.filter((ticket) => ticket !== null)
    },
  } satisfies Partial<TicketStore>
}
