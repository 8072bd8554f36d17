import type { Redis, Result } from 'ioredis'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod'
import { GENDERS, LOOKING_FOR } from '#schema/enums.ts'
import { TIMING } from '#schema/limits.ts'
import {
  ARRIVE,
  BEGIN,
  CANDIDATES,
  CLAIM,
  EXPIRE,
  FORGET,
  LEAVE,
  LOOK_AGAIN,
  RELEASE,
  START,
  UNDO,
} from './redis-scripts.ts'
import { queuesOf, type Settled, type SettledPair, type StartedPair, type Ticket } from './ticket.ts'
import {
  BLOCK_KEPT_FOR,
  CANCEL_KEPT_FOR,
  CANCELLED_SEARCHES_KEPT,
  SETTLED_FOR,
  type TicketStore,
} from './ticket-store.ts'

type Step<Answer> = (prefix: string, ...args: (string | number)[]) => Answer

declare module 'ioredis' {
  interface RedisCommander<Context> {
    ticketBegin: Step<Result<[string, string], Context>>
    ticketArrive: Step<Result<string[], Context>>
    ticketStart: Step<Result<number, Context>>
    ticketRelease: Step<Result<number, Context>>
    ticketLeave: Step<Result<string | null, Context>>
    ticketExpire: Step<Result<number, Context>>
    ticketCandidates: Step<Result<[string[], string[]], Context>>
    ticketClaim: Step<Result<number, Context>>
    ticketUndo: Step<Result<number, Context>>
    ticketForget: Step<Result<number, Context>>
    ticketLookAgain: Step<Result<number, Context>>
  }
}

const ticketModel = z.object({
  userId: z.string(),
  interests: z.array(z.string()),
  gender: z.enum(GENDERS),
  genderFilter: z.enum(GENDERS).nullable(),
  lookingFor: z.array(z.enum(LOOKING_FOR)),
  age: z.number(),
  premium: z.boolean(),
  blockedIds: z.array(z.string()),
  ticketId: z.string(),
  waitingSince: z.number(),
  lastSeen: z.number(),
})
const pairModel = z.object({ pairId: z.string(), a: ticketModel, b: ticketModel })

const startedModel = z.object({ pairId: z.string(), starterId: z.string(), partnerId: z.string() })
const settledModel = z.union([pairModel, startedModel])

const parseSettled = (json: string): Settled => settledModel.parse(JSON.parse(json))
/** The same pair is always the same text, so that the store can compare it. */
const writePair = (pair: SettledPair) => JSON.stringify(pairModel.parse(pair))
const writeStarted = (pair: StartedPair) => JSON.stringify(startedModel.parse(pair))

/** The stored copy keeps the first id and waitingSince, and the latest lastSeen, beside the ticket itself. */
function parseTicket(json: string, ticketId: string, since: string, seen: string): Ticket {
  const ticket = ticketModel.parse(JSON.parse(json))
  return { ...ticket, ticketId, waitingSince: Number(since), lastSeen: Number(seen) }
}

const argumentsOf = (ticket: Ticket) => [
  ticket.userId,
  JSON.stringify(ticket),
  ticket.ticketId,
  ticket.waitingSince,
  ticket.lastSeen,
  queuesOf(ticket).join('\n'),
  ticket.interests.join('\n'),
  ticket.blockedIds.join(' '),
]

/** Tickets that any number of nodes share. */
export function createRedisTicketStore({ redis, prefix }: { redis: Redis; prefix: string }): TicketStore {
  const steps = {
    ticketBegin: BEGIN,
    ticketArrive: ARRIVE,
    ticketStart: START,
    ticketRelease: RELEASE,
    ticketLeave: LEAVE,
    ticketExpire: EXPIRE,
    ticketCandidates: CANDIDATES,
    ticketClaim: CLAIM,
    ticketUndo: UNDO,
    ticketForget: FORGET,
    ticketLookAgain: LOOK_AGAIN,
  }
  for (const [name, lua] of Object.entries(steps)) redis.defineCommand(name, { numberOfKeys: 1, lua })
  const keyOfTwo = (a: string, b: string) => (a < b ? `${a}:${b}` : `${b}:${a}`)

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
    async start(pair, members) {
      const limits = [SETTLED_FOR, uuidv7(), CANCEL_KEPT_FOR]
      await redis.ticketStart(prefix, writeStarted(pair), ...limits, ...members)
    },
    async release(pair) {
      await redis.ticketRelease(prefix, writeStarted(pair), pair.starterId, pair.partnerId)
    },
    async expire(userId, seenBefore) {
      await redis.ticketExpire(prefix, userId, seenBefore)
    },
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
    async ticket(userId) {
      const [json, id, since, seen] = await redis.hmget(`${prefix}t:${userId}`, 'json', 'id', 'since', 'seen')
      return json && id && since && seen ? parseTicket(json, id, since, seen) : null
    },
    due: (now, limit) => redis.zrangebyscore(`${prefix}due`, '-inf', now, 'LIMIT', 0, limit),
    async lookAgain(userId, at) {
      await redis.ticketLookAgain(prefix, userId, at)
    },
    waiting: () => redis.zcard(`${prefix}all`),
    async longestWaiting(limit) {
      const userIds = await redis.zrange(`${prefix}all`, 0, `${limit - 1}`)
      const found = await Promise.all(userIds.map((userId) => this.ticket(userId)))
      return found.filter((ticket) => ticket !== null)
    },
  }
}
