import { TIMING } from '#schema/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type CancelMarks, createCancelMarks } from './memory-cancel-marks.ts'
import { createExpiringMap, type ExpiringMap } from './memory-expiring-map.ts'
import { createMemoryTickets, type MemoryTickets } from './memory-tickets.ts'
import { membersOf, type Settled, type SettledPair, type StartedPair, type Ticket } from './ticket.ts'
import { type Arrival, BLOCK_KEPT_FOR, type Poll, SETTLED_FOR, type TicketStore } from './ticket-store.ts'

interface MemoryState {
  readonly tickets: MemoryTickets
  readonly cancels: CancelMarks
  /** The pair that is settled for a member, by user id. */
  readonly settled: ExpiringMap<Settled>
  /** Pairs who met lately and pairs with a new block, by `pairKey`. */
  readonly met: ExpiringMap<true>
  readonly blocks: ExpiringMap<true>
}

const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** Keeps the tickets of a single node. No method yields to another, so each is atomic. */
export function createMemoryTicketStore({ clock }: { clock: Clock }): TicketStore {
  const now = () => clock.now()
  const state: MemoryState = {
    tickets: createMemoryTickets(),
    cancels: createCancelMarks({ clock }),
    settled: createExpiringMap({ lifetime: SETTLED_FOR, now }),
    met: createExpiringMap({ lifetime: TIMING.rematchAfter, now }),
    blocks: createExpiringMap({ lifetime: BLOCK_KEPT_FOR, now }),
  }
  return { ...searches(state), ...pairs(state), ...reads(state) }
}

function searches(state: MemoryState) {
  const { tickets, cancels, settled } = state
  return {
    async begin(userId) {
      return { mark: cancels.of(userId), settled: settled.get(userId) ?? null }
    },
    arrive: async (ticket, poll) => arrive(state, ticket, poll),
    async leave(userId, searchId) {
      tickets.remove(userId)
      cancels.set(userId, { searchId })
      const pair = settled.get(userId) ?? null
      settled.delete(userId)
      return pair
    },
    async expire(userId, seenBefore) {
      const ticket = tickets.get(userId)
      if (ticket && ticket.lastSeen < seenBefore) tickets.remove(userId)
    },
    async lookAgain(userId, at) {
      if (tickets.has(userId)) tickets.schedule.set(userId, at)
    },
  } satisfies Partial<TicketStore>
}

function arrive({ tickets, cancels, settled }: MemoryState, ticket: Ticket, poll: Poll): Arrival {
  const pair = settled.get(ticket.userId)
  if (pair) return { settled: pair }
  if (cancels.cancelled(ticket.userId, poll.searchId))
    return { settled: null, ticket: null, cancelledById: true }
  const overtaken = cancels.overtakes(ticket.userId, poll)
  if (overtaken?.started) return { settled: overtaken.started }
  if (overtaken) return { settled: null, ticket: null, cancelledById: false }
  const waiting = tickets.get(ticket.userId)
  if (!waiting) {
    tickets.add(ticket)
    return { settled: null, ticket }
  }
  const { ticketId, waitingSince } = waiting
  const refreshed = { ...ticket, ticketId, waitingSince }
  tickets.replace(waiting, refreshed)
  return { settled: null, ticket: refreshed }
}

function pairs(state: MemoryState) {
  const { tickets, cancels, settled, blocks } = state
  return {
    async start(pair, members) {
      for (const userId of members) {
        if (tickets.has(userId)) settled.set(userId, pair)
        tickets.remove(userId)
        cancels.set(userId, { started: pair })
      }
    },
    async release({ pairId, starterId, partnerId }) {
      const isThis = (pair: StartedPair) => pair.pairId === pairId
      for (const userId of [starterId, partnerId]) {
        if (settled.get(userId)?.pairId === pairId) settled.delete(userId)
        cancels.forgetStarted(userId, isThis)
      }
    },
    claim: async (pair, seenSince) => claim(state, pair, seenSince),
    async undo(pair) {
      for (const [own, other] of [
        [pair.a, pair.b],
        [pair.b, pair.a],
      ] as const) {
        if (settled.get(own.userId)?.pairId !== pair.pairId) continue
        settled.delete(own.userId)
        tickets.add({ ...own, blockedIds: [...own.blockedIds, other.userId] })
      }
    },
    async forget(userId, partnerId) {
      const pair = settled.get(userId)
      if (pair && membersOf(pair).includes(partnerId)) settled.delete(userId)
      cancels.forgetStarted(userId, (started) => membersOf(started).includes(partnerId))
    },
    async block(userA, userB) {
      blocks.set(pairKey(userA, userB), true)
    },
  } satisfies Partial<TicketStore>
}

function claim({ tickets, settled, met, blocks }: MemoryState, pair: SettledPair, seenSince: number) {
  const [a, b] = [tickets.get(pair.a.userId), tickets.get(pair.b.userId)]
  if (a?.ticketId !== pair.a.ticketId || b?.ticketId !== pair.b.ticketId || !a || !b) return false
  if (a.lastSeen < seenSince || b.lastSeen < seenSince) return false
  if (a.blockedIds.includes(b.userId) || b.blockedIds.includes(a.userId)) return false
  const key = pairKey(a.userId, b.userId)
  if (blocks.get(key)) return false
  for (const ticket of [a, b]) {
    tickets.remove(ticket.userId)
    settled.set(ticket.userId, pair)
  }
  met.set(key, true)
  for (const map of [met, blocks, settled]) map.dropExpired()
  return true
}

function reads({ tickets, met }: MemoryState) {
  return {
    async candidates(queues, except) {
      const found = new Map<string, Ticket>()
      const excluded = new Set(except)
      const ends = queues.map(({ name, from, take }) => {
        const userIds = tickets.inQueue(name, from, take)
        for (const userId of userIds) {
          const ticket = excluded.has(userId) ? undefined : tickets.get(userId)
          if (ticket) found.set(userId, ticket)
        }
        if (userIds.length < take) return null
        return tickets.get(userIds.at(-1) ?? '')?.waitingSince ?? null
      })
      return { tickets: [...found.values()], ends }
    },
    async counts(interests) {
      return { waiting: tickets.size, byInterest: interests.map(tickets.countOf) }
    },
    async metLately(userId, others) {
      return new Set(others.filter((other) => met.get(pairKey(userId, other))))
    },
    async ticket(userId) {
      return tickets.get(userId) ?? null
    },
    due: async (now, limit) => tickets.schedule.due(now, limit),
    waiting: async () => tickets.size,
    longestWaiting: async (limit) => tickets.longestWaiting(limit),
  } satisfies Partial<TicketStore>
}
