import { TIMING } from '#schema/limits.ts'
import type { HeldTicket } from './memory-rings.ts'
import type { MemoryState } from './memory-state.ts'
import { pairKey } from './pair-key.ts'
import { membersOf, partnerIn, type RingingPair, settledPairOf, type Ticket } from './ticket.ts'
import type { RingStore } from './ticket-store.ts'

/** Returns the ticket as it is after its member came. */
const afterComing = ({ ticket, came }: HeldTicket): Ticket =>
  came === null ? ticket : { ...ticket, lastSeen: came }

/** Ends a ring. Those who stay go back to their places, the searches of the others end. Returns the others. */
export function endRing(
  { rings, tickets, ended }: MemoryState,
  pair: RingingPair,
  stays: (member: HeldTicket) => boolean,
): Ticket[] {
  const members = rings.end(pair, { inVain: true })
  const leaving = members.filter((member) => !stays(member)).map(afterComing)
  for (const ticket of members.filter(stays).map(afterComing)) tickets.add(ticket)
  for (const ticket of leaving) ended.record(ticket, { ended: ticket.lastSeen, found: false })
  return leaving
}

/** Ends the ring of a member who leaves; the other goes back. Returns the pair, or null without one. */
export function leaveRing(state: MemoryState, userId: string): RingingPair | null {
  const pair = state.rings.get(userId)?.pair ?? null
  if (pair) endRing(state, pair, ({ ticket }) => ticket.userId !== userId)
  return pair
}

/** Keeps the members who are rung, on a single node. */
export function memoryRingStore(state: MemoryState): RingStore {
  const { tickets, rings, settled } = state
  const heldBy = (userId: string, { pairId }: RingingPair) => {
    const held = rings.get(userId)
    return held?.pair.pairId === pairId ? held : null
  }
  return {
    async search(userId) {
      const held = rings.get(userId)
      return {
        ticket: tickets.get(userId) ?? held?.ticket ?? null,
        held: settled.get(userId) ?? held?.pair ?? null,
        missedRingAt: rings.missed.get(userId) ?? null,
      }
    },
    async setRing(userId, { until, now, missedSince }) {
      const ticket = tickets.get(userId)
      if (!ticket) return rings.get(userId) ? 'ringing' : 'none'
      const { ringUntil, ...withoutRing } = ticket
      if (until === null) {
        if (ringUntil !== undefined) tickets.replace(ticket, { ...withoutRing, lastSeen: now })
        return 'done'
      }
      if ((rings.missed.get(userId) ?? 0) > missedSince) return 'missed'
      rings.missed.delete(userId)
      tickets.replace(ticket, { ...withoutRing, lastSeen: now, ringUntil: until })
      return 'done'
    },
    async come(pair, userId, at) {
      const own = heldBy(userId, pair)
      if (!own) return null
      own.came = at
      const { waitingSince, ringUntil = null } = own.ticket
      return { otherCame: heldBy(partnerIn(pair, userId), pair)?.came ?? null, waitingSince, ringUntil }
    },
    settle: async (pair) => settle(state, pair),
    async endRing(pair, { seenSince, stay }) {
      const isOver = heldBy(pair.a.userId, pair) === null && heldBy(pair.b.userId, pair) === null
      const stays = ({ ticket, came }: HeldTicket) =>
        stay.includes(ticket.userId) || (came !== null && came >= seenSince)
      const leaving = endRing(state, pair, stays)
      for (const { userId, ringUntil } of leaving)
        if (ringUntil !== undefined) rings.missed.set(userId, pair.until - TIMING.ringFor)
      rings.missed.dropExpired()
      return !isOver
    },
    async dueRings(now, limit) {
      return rings.due(now, limit).map((pair) => ({
        pair,
        members: membersOf(pair).map((userId) => ({ userId, came: heldBy(userId, pair)?.came ?? null })),
      }))
    },
    announced: async (pair) => rings.announced(pair),
  }
}

function settle({ rings, settled, taken, together, ended }: MemoryState, pair: RingingPair) {
  const [a, b] = membersOf(pair)
  const members = [a, b].flatMap((userId) => rings.get(userId) ?? [])
  const came = members
    .filter((member) => member.pair.pairId === pair.pairId)
    .map((member) => member.came ?? 0)
  if (came.length < 2 || came.includes(0) || rings.blocks.get(pairKey(a, b))) return null
  for (const ticket of rings.end(pair, { inVain: false }).map(afterComing)) {
    ended.record(ticket, { ended: Math.max(...came), found: true })
    settled.set(ticket.userId, settledPairOf(pair))
    taken.set(ticket.userId, ticket)
  }
  together.set(pairKey(a, b), true)
  return members.map(({ ticket: { waitingSince } }) => ({ waitingSince }))
}
