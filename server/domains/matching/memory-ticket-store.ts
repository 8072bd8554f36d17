import { TIMING } from '#schema/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createCancelMarks } from './memory-cancel-marks.ts'
import { createQueue, type Queue } from './queue.ts'
import { membersOf, queuesOf, type Settled, type StartedPair, type Ticket } from './ticket.ts'
import { BLOCK_KEPT_FOR, SETTLED_FOR, type TicketStore } from './ticket-store.ts'

const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)
const SLOT = 1_000

/** One node's tickets. Every method runs to its end at once, which is what makes it atomic. */
export function createMemoryTicketStore({ clock }: { clock: Clock }): TicketStore {
  const tickets = new Map<string, Ticket>()
  const everyone = createQueue()
  const queues = new Map<string, Queue>()
  const byInterest = new Map<string, number>()
  const settled = new Map<string, { pair: Settled; until: number }>()
  const cancels = createCancelMarks({ clock })
  // In the order of meeting, so that what is outdated stands at the front.
  const met = new Map<string, number>()
  const blocks = new Map<string, number>()
  // People to look at again, by the second; kept in order as seconds only get later.
  const slots = new Map<number, Set<string>>()
  const slotOf = new Map<string, number>()

  const count = (interest: string, by: number) => {
    const now = (byInterest.get(interest) ?? 0) + by
    if (now > 0) byInterest.set(interest, now)
    else byInterest.delete(interest)
  }

  function schedule(userId: string, at: number) {
    unschedule(userId)
    const slot = Math.ceil(at / SLOT)
    slotOf.set(userId, slot)
    const there = slots.get(slot)
    if (there) there.add(userId)
    else slots.set(slot, new Set([userId]))
  }

  function unschedule(userId: string) {
    const slot = slotOf.get(userId)
    if (slot === undefined) return
    slotOf.delete(userId)
    const there = slots.get(slot)
    there?.delete(userId)
    if (there?.size === 0) slots.delete(slot)
  }

  function add(ticket: Ticket) {
    tickets.set(ticket.userId, ticket)
    everyone.add(ticket.userId, ticket.waitingSince)
    for (const name of queuesOf(ticket)) {
      const queue = queues.get(name) ?? createQueue()
      queue.add(ticket.userId, ticket.waitingSince)
      queues.set(name, queue)
    }
    for (const interest of ticket.interests) count(interest, 1)
    schedule(ticket.userId, ticket.waitingSince)
  }

  function remove(userId: string) {
    const ticket = tickets.get(userId)
    if (!ticket) return
    tickets.delete(userId)
    everyone.remove(userId)
    unschedule(userId)
    for (const name of queuesOf(ticket)) {
      const queue = queues.get(name)
      queue?.remove(userId)
      if (queue?.empty) queues.delete(name)
    }
    for (const interest of ticket.interests) count(interest, -1)
  }

  function settle(userId: string, pair: Settled) {
    settled.delete(userId)
    settled.set(userId, { pair, until: clock.now() + SETTLED_FOR })
  }

  function settledOf(userId: string): Settled | null {
    const found = settled.get(userId)
    if (found && found.until > clock.now()) return found.pair
    settled.delete(userId)
    return null
  }

  function dropOutdated(now: number) {
    for (const [key, at] of met) {
      if (at > now - TIMING.rematchAfter) break
      met.delete(key)
    }
    for (const [key, until] of blocks) {
      if (until > now) break
      blocks.delete(key)
    }
    for (const [userId, { until }] of settled) {
      if (until > now) break
      settled.delete(userId)
    }
  }

  return {
    async begin(userId) {
      return { mark: cancels.of(userId), settled: settledOf(userId) }
    },
    async arrive(ticket, poll) {
      const pair = settledOf(ticket.userId)
      if (pair) return { settled: pair }
      if (cancels.cancelled(ticket.userId, poll.searchId))
        return { settled: null, ticket: null, cancelledById: true }
      const overtaken = cancels.overtakes(ticket.userId, poll)
      if (overtaken?.started) return { settled: overtaken.started }
      if (overtaken) return { settled: null, ticket: null, cancelledById: false }
      const waiting = tickets.get(ticket.userId)
      if (!waiting) {
        add(ticket)
        return { settled: null, ticket }
      }
      const { ticketId, waitingSince } = waiting
      const refreshed = { ...ticket, ticketId, waitingSince }
      if (queuesOf(waiting).join() === queuesOf(ticket).join()) tickets.set(ticket.userId, refreshed)
      else {
        remove(ticket.userId)
        add(refreshed)
      }
      return { settled: null, ticket: refreshed }
    },
    async leave(userId, searchId) {
      remove(userId)
      cancels.set(userId, { searchId })
      const pair = settledOf(userId)
      settled.delete(userId)
      return pair
    },
    async start(pair, members) {
      for (const userId of members) {
        if (tickets.has(userId)) settle(userId, pair)
        remove(userId)
        cancels.set(userId, { started: pair })
      }
    },
    async release({ pairId, starterId, partnerId }) {
      const isThis = (pair: StartedPair) => pair.pairId === pairId
      for (const userId of [starterId, partnerId]) {
        if (settledOf(userId)?.pairId === pairId) settled.delete(userId)
        cancels.forgetStarted(userId, isThis)
      }
    },
    async expire(userId, seenBefore) {
      const ticket = tickets.get(userId)
      if (ticket && ticket.lastSeen < seenBefore) remove(userId)
    },
    async candidates(wanted, except) {
      const found = new Map<string, Ticket>()
      const left = new Set(except)
      const ends = wanted.map(({ name, from, take }) => {
        const userIds = queues.get(name)?.slice(from, take) ?? []
        for (const userId of userIds) {
          const ticket = left.has(userId) ? undefined : tickets.get(userId)
          if (ticket) found.set(userId, ticket)
        }
        if (userIds.length < take) return null
        return tickets.get(userIds.at(-1) ?? '')?.waitingSince ?? null
      })
      return { tickets: [...found.values()], ends }
    },
    async counts(interests) {
      return { waiting: tickets.size, byInterest: interests.map((interest) => byInterest.get(interest) ?? 0) }
    },
    async metLately(userId, others) {
      const since = clock.now() - TIMING.rematchAfter
      return new Set(others.filter((other) => (met.get(pairKey(userId, other)) ?? 0) > since))
    },
    async claim(pair, seenSince) {
      const [a, b] = [tickets.get(pair.a.userId), tickets.get(pair.b.userId)]
      if (a?.ticketId !== pair.a.ticketId || b?.ticketId !== pair.b.ticketId || !a || !b) return false
      if (a.lastSeen < seenSince || b.lastSeen < seenSince) return false
      if (a.blockedIds.includes(b.userId) || b.blockedIds.includes(a.userId)) return false
      const now = clock.now()
      if ((blocks.get(pairKey(a.userId, b.userId)) ?? 0) > now) return false
      for (const ticket of [a, b]) {
        remove(ticket.userId)
        settle(ticket.userId, pair)
      }
      met.delete(pairKey(a.userId, b.userId))
      met.set(pairKey(a.userId, b.userId), now)
      dropOutdated(now)
      return true
    },
    async undo(pair) {
      for (const [own, other] of [
        [pair.a, pair.b],
        [pair.b, pair.a],
      ] as const) {
        if (settledOf(own.userId)?.pairId !== pair.pairId) continue
        settled.delete(own.userId)
        add({ ...own, blockedIds: [...own.blockedIds, other.userId] })
      }
    },
    async forget(userId, partnerId) {
      const pair = settledOf(userId)
      if (pair && membersOf(pair).includes(partnerId)) settled.delete(userId)
      cancels.forgetStarted(userId, (started) => membersOf(started).includes(partnerId))
    },
    async block(userA, userB) {
      const key = pairKey(userA, userB)
      blocks.delete(key)
      blocks.set(key, clock.now() + BLOCK_KEPT_FOR)
    },
    async ticket(userId) {
      return tickets.get(userId) ?? null
    },
    async due(now, limit) {
      const found: string[] = []
      for (const slot of [...slots.keys()].sort((a, b) => a - b)) {
        if (slot * SLOT > now || found.length >= limit) break
        for (const userId of slots.get(slot) ?? []) {
          if (found.length >= limit) break
          found.push(userId)
        }
      }
      return found
    },
    async lookAgain(userId, at) {
      if (tickets.has(userId)) schedule(userId, at)
    },
    async waiting() {
      return tickets.size
    },
    async longestWaiting(limit) {
      return everyone.slice(0, limit).flatMap((userId) => tickets.get(userId) ?? [])
    },
  }
}
