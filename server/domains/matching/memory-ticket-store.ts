import { TIMING } from '#schema/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createCancelMarks } from './memory-cancel-marks.ts'
import { createEndedSearches } from './memory-ended-searches.ts'
import { createExpiringMap } from './memory-expiring-map.ts'
import { endRing, leaveRing, memoryRingStore } from './memory-ring-store.ts'
import { createMemoryRings } from './memory-rings.ts'
import { type MemoryState, remove } from './memory-state.ts'
import { createMemoryTickets, type MemoryTickets } from './memory-tickets.ts'
import { pairKey } from './pair-key.ts'
import {
  membersOf,
  presentUntil,
  type QueueToSearch,
  refOf,
  type SettledPair,
  type StartedPair,
  type Ticket,
} from './ticket.ts'
import { writeProfile } from './ticket-profile.ts'
import {
  type Arrival,
  BLOCK_KEPT_FOR,
  OPEN_FOR_AT_MOST,
  type Poll,
  type Reading,
  type Round,
  SETTLED_FOR,
  type TicketStore,
} from './ticket-store.ts'

/** Keeps the tickets of a single node. No method yields to another, so each is atomic. */
export function createMemoryTicketStore({ clock }: { clock: Clock }): TicketStore {
  const now = () => clock.now()
  const state: MemoryState = {
    tickets: createMemoryTickets(),
    cancels: createCancelMarks({ clock }),
    ended: createEndedSearches({ clock }),
    rings: createMemoryRings({ clock }),
    settled: createExpiringMap({ lifetime: SETTLED_FOR, now }),
    taken: createExpiringMap({ lifetime: SETTLED_FOR, now }),
    together: createExpiringMap({ lifetime: OPEN_FOR_AT_MOST, now }),
    met: createExpiringMap({ lifetime: TIMING.rematchAfter, now }),
    blocks: createExpiringMap({ lifetime: BLOCK_KEPT_FOR, now }),
  }
  return { ...searches(state), ...pairs(state), ...memoryRingStore(state), ...reads(state) }
}

function searches(state: MemoryState) {
  const { tickets, cancels, settled, ended, rings } = state
  return {
    async begin(userId) {
      const held = settled.get(userId) ?? rings.get(userId)?.pair ?? null
      return { mark: cancels.of(userId), settled: held }
    },
    arrive: async (ticket, poll, reading) => arrive(state, ticket, poll, reading),
    async leave(userId, searchId) {
      const wentOn = tickets.get(userId)?.ringUntil !== undefined
      remove(state, userId)
      cancels.set(userId, { searchId })
      const held = settled.get(userId) ?? leaveRing(state, userId)
      settled.delete(userId)
      return { held, wentOn }
    },
    async leaveEvening({ userId, ticketId: before }, ticketId) {
      const waiting = tickets.get(userId)
      if (waiting?.ticketId !== before) return false
      tickets.replace(waiting, { ...waiting, evening: null, ticketId })
      return true
    },
    async expire(userId, seenBefore) {
      const ticket = tickets.get(userId)
      if (ticket && presentUntil(ticket) < seenBefore) remove(state, userId)
    },
    async lookAgain(userId, at) {
      if (tickets.has(userId)) tickets.schedule.set(userId, at)
      return settled.get(userId) ?? rings.get(userId)?.pair ?? null
    },
    ended: async (after, limit) => ended.after(after, limit),
    forgetEnded: async (upTo) => ended.forget(upTo),
  } satisfies Partial<TicketStore>
}

function arrive(state: MemoryState, ticket: Ticket, poll: Poll | null, reading: Reading): Arrival {
  const { tickets, cancels, settled, ended, rings } = state
  const pair = settled.get(ticket.userId) ?? rings.get(ticket.userId)?.pair
  if (pair) return { settled: pair }
  if (poll && cancels.cancelled(ticket.userId, poll.searchId))
    return { settled: null, ticket: null, cancelledById: true }
  const overtaken = poll && cancels.overtakes(ticket.userId, poll)
  if (overtaken?.started) return { settled: overtaken.started }
  if (overtaken) return { settled: null, ticket: null, cancelledById: false }
  const waiting = tickets.get(ticket.userId)
  const isUnchanged = waiting && writeProfile(waiting) === writeProfile(ticket)
  const refreshed = {
    ...ticket,
    ticketId: isUnchanged ? waiting.ticketId : ticket.ticketId,
    waitingSince: waiting?.waitingSince ?? ticket.waitingSince,
    ...ringOf(waiting, ticket.lastSeen),
  }
  if (waiting && waiting.interests.join('\n') !== ticket.interests.join('\n')) {
    ended.record(waiting, { ended: ticket.lastSeen, found: false })
    ended.ignoreNext(ticket.userId)
  }
  if (waiting) tickets.replace(waiting, refreshed)
  else tickets.add(refreshed)
  return { settled: null, ticket: refreshed, round: readRound(state, refreshed, reading) }
}

/** Returns until when the member of a ticket that is refreshed at `now` will be rung. */
const ringOf = (waiting: Ticket | undefined, now: number) =>
  waiting?.ringUntil !== undefined && waiting.ringUntil > now ? { ringUntil: waiting.ringUntil } : {}

/** Returns the members in the part of a range that the search may read, and whether places may be left behind it. */
function readPlaces(tickets: MemoryTickets, ticket: Ticket, { name, from, take, limit }: QueueToSearch) {
  const places = tickets.inQueue(name, from, take).flatMap((userId) => tickets.get(userId) ?? [])
  const isOpen = limit === null || ticket.waitingSince <= limit.own
  const read = isOpen ? places : places.filter(({ waitingSince }) => waitingSince <= limit.other)
  return { read, more: read.length === take }
}

function readRound(
  { tickets, together, met }: MemoryState,
  ticket: Ticket,
  { queues, seenSince }: Reading,
): Round {
  const { userId, blockedIds, interests } = ticket
  const members = new Map<string, Ticket>()
  const more: boolean[] = []
  for (const queue of queues) {
    const places = readPlaces(tickets, ticket, queue)
    for (const other of places.read) members.set(other.userId, other)
    more.push(places.more)
  }
  members.delete(userId)
  const metLately = (otherId: string) =>
    [together, met].some((pairs) => pairs.get(pairKey(userId, otherId)) ?? false)
  const found: Round['found'] = []
  const outdated: string[] = []
  for (const { blockedIds: othersBlockedIds, ringUntil, ...ticketOfOther } of members.values()) {
    const other = { ...ticketOfOther, lastSeen: presentUntil({ ...ticketOfOther, ringUntil }) }
    if (other.lastSeen < seenSince) outdated.push(other.userId)
    else if (!blockedIds.includes(other.userId) && !othersBlockedIds.includes(userId))
      found.push({ ticket: other, metLately: metLately(other.userId) })
  }
  return { found, outdated, more, waiting: tickets.size, byInterest: interests.map(tickets.countOf) }
}

function pairs(state: MemoryState) {
  const { tickets, cancels, settled, taken, blocks, ended, rings, together } = state
  return {
    async start(pair, members) {
      together.set(pairKey(pair.starterId, pair.partnerId), true)
      for (const userId of members) {
        if (tickets.has(userId) || leaveRing(state, userId)) settled.set(userId, pair)
        remove(state, userId)
        cancels.set(userId, { started: pair })
      }
    },
    async release({ pairId, starterId, partnerId }) {
      keepApart(state, starterId, partnerId)
      const isThis = (pair: StartedPair) => pair.pairId === pairId
      for (const userId of [starterId, partnerId]) {
        if (settled.get(userId)?.pairId === pairId) settled.delete(userId)
        cancels.forgetStarted(userId, isThis)
      }
    },
    claim: async (pair, seenSince, ringUntil) => claim(state, pair, seenSince, ringUntil),
    async undo(pair) {
      keepApart(state, pair.a.userId, pair.b.userId)
      for (const [{ userId }, other] of [
        [pair.a, pair.b],
        [pair.b, pair.a],
      ] as const) {
        if (settled.get(userId)?.pairId !== pair.pairId) continue
        settled.delete(userId)
        const ticket = taken.get(userId)
        if (!ticket) continue
        tickets.add({ ...ticket, blockedIds: [...ticket.blockedIds, other.userId] })
        ended.ignoreNext(userId)
      }
    },
    async separate(userA, userB) {
      keepApart(state, userA, userB)
      for (const [userId, partnerId] of bothWays(userA, userB)) {
        const pair = settled.get(userId)
        if (pair && membersOf(pair).includes(partnerId)) settled.delete(userId)
        const ringing = rings.get(userId)?.pair
        if (ringing && membersOf(ringing).includes(partnerId)) endRing(state, ringing, () => true)
        cancels.forgetStarted(userId, (started) => membersOf(started).includes(partnerId))
      }
    },
    async block(userA, userB) {
      blocks.set(pairKey(userA, userB), true)
      rings.blocks.set(pairKey(userA, userB), true)
    },
  } satisfies Partial<TicketStore>
}

const bothWays = (a: string, b: string): readonly [string, string][] => [
  [a, b],
  [b, a],
]

/** Two members whose conversation is over count as met for a while. */
function keepApart({ together, met }: MemoryState, userA: string, userB: string) {
  const key = pairKey(userA, userB)
  together.delete(key)
  met.set(key, true)
}

function claim(state: MemoryState, pair: SettledPair, seenSince: number, ringUntil?: number) {
  const { tickets, settled, taken, together, met, blocks, ended, rings } = state
  const [a, b] = [tickets.get(pair.a.userId), tickets.get(pair.b.userId)]
  if (a?.ticketId !== pair.a.ticketId || b?.ticketId !== pair.b.ticketId || !a || !b) return false
  if (presentUntil(a) < seenSince || presentUntil(b) < seenSince) return false
  if (a.blockedIds.includes(b.userId) || b.blockedIds.includes(a.userId)) return false
  const key = pairKey(a.userId, b.userId)
  if (blocks.get(key)) return false
  const kept = { ...pair, a: refOf(a), b: refOf(b) }
  if (a.ringUntil !== undefined || b.ringUntil !== undefined) {
    if (ringUntil === undefined || rings.mayNotRing(a.userId, b.userId)) return false
    for (const { userId } of [a, b]) tickets.remove(userId)
    const ringing = { ...kept, until: ringUntil }
    rings.begin(ringing, [a, b])
    return ringing
  }
  for (const ticket of [a, b]) {
    tickets.remove(ticket.userId)
    ended.record(ticket, { ended: Math.max(a.lastSeen, b.lastSeen), found: true })
    settled.set(ticket.userId, kept)
    taken.set(ticket.userId, ticket)
  }
  together.set(key, true)
  for (const map of [together, met, blocks, settled, taken]) map.dropExpired()
  return true
}

function reads(state: MemoryState) {
  const { tickets } = state
  return {
    candidates: async (ticket, reading) => readRound(state, ticket, reading),
    async ticket(userId) {
      return tickets.get(userId) ?? null
    },
    due: async (now, limit) => tickets.schedule.due(now, limit),
    waiting: async () => tickets.size,
    longestWaiting: async (limit) => tickets.longestWaiting(limit),
  } satisfies Partial<TicketStore>
}
