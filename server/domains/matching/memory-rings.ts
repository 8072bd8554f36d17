import { TIMING } from '#schema/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createExpiringMap, type ExpiringMap } from './memory-expiring-map.ts'
import { pairKey } from './pair-key.ts'
import { membersOf, type RingingPair, type Ticket } from './ticket.ts'
import { RING_ANNOUNCED_WITHIN, RING_BLOCK_KEPT_FOR } from './ticket-store.ts'

/** A member who is rung, with the ticket that was taken out of the queues. */
export interface HeldTicket {
  pair: RingingPair
  ticket: Ticket
  /** When the member last polled during the ring; null before. */
  came: number | null
}

/** The ringing pairs of a single node. */
export interface MemoryRings {
  get(userId: string): HeldTicket | undefined
  begin(pair: RingingPair, tickets: readonly Ticket[]): void
  /** Removes the pair, and returns its members. In vain: the two do not ring together for a while. */
  end(pair: RingingPair, how: { inVain: boolean }): HeldTicket[]
  /** When a member missed a ring. */
  readonly missed: ExpiringMap<number>
  /** Blocks, by `pairKey`: tickets without polls do not learn of them. */
  readonly blocks: ExpiringMap<true>
  /** Whether the two rang in vain lately, or one blocked the other. */
  mayNotRing(userA: string, userB: string): boolean
  due(now: number, limit: number): RingingPair[]
  announced(pair: RingingPair): void
}

export function createMemoryRings({ clock }: { clock: Clock }): MemoryRings {
  const now = () => clock.now()
  const held = new Map<string, HeldTicket>()
  const pairs = new Map<string, { pair: RingingPair; dueAt: number }>()
  const blocks = createExpiringMap<true>({ lifetime: RING_BLOCK_KEPT_FOR, now })
  const inVain = createExpiringMap<true>({ lifetime: TIMING.ringPause, now })

  return {
    missed: createExpiringMap({ lifetime: TIMING.ringMissedFor, now }),
    get: (userId) => held.get(userId),
    begin(pair, tickets) {
      for (const ticket of tickets) held.set(ticket.userId, { pair, ticket, came: null })
      pairs.set(pair.pairId, { pair, dueAt: pair.until - TIMING.ringFor + RING_ANNOUNCED_WITHIN })
    },
    end(pair, { inVain: rangInVain }) {
      pairs.delete(pair.pairId)
      const members = membersOf(pair).flatMap((userId) => held.get(userId) ?? [])
      const own = members.filter((member) => member.pair.pairId === pair.pairId)
      for (const { ticket } of own) held.delete(ticket.userId)
      for (const map of [inVain, blocks]) map.dropExpired()
      if (rangInVain && own.length > 0) inVain.set(pairKey(...membersOf(pair)), true)
      return own
    },
    blocks,
    mayNotRing: (userA, userB) => [inVain, blocks].some((map) => map.get(pairKey(userA, userB)) ?? false),
    due: (at, limit) =>
      [...pairs.values()]
        .filter(({ dueAt }) => dueAt <= at)
        .slice(0, limit)
        .map(({ pair }) => pair),
    announced(pair) {
      if (pairs.has(pair.pairId)) pairs.set(pair.pairId, { pair, dueAt: pair.until })
    },
  }
}
