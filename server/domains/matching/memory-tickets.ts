import { createLookSchedule, type LookSchedule } from './memory-look-schedule.ts'
import { createQueue, type Queue } from './queue.ts'
import { queuesOf, type Ticket } from './ticket.ts'

/** The tickets that wait in the memory of one node, with the queues and counts that follow from them. */
export interface MemoryTickets {
  readonly schedule: LookSchedule
  readonly size: number
  get(userId: string): Ticket | undefined
  has(userId: string): boolean
  add(ticket: Ticket): void
  /** Replaces a member's ticket by one that keeps its place in the queues that both are in. */
  replace(waiting: Ticket, ticket: Ticket): void
  remove(userId: string): void
  /** Returns the members in a range of a queue, the longest waiting first. */
  inQueue(name: string, from: number, count: number): string[]
  countOf(interest: string): number
  longestWaiting(limit: number): Ticket[]
}

export function createMemoryTickets(): MemoryTickets {
  const tickets = new Map<string, Ticket>()
  const everyone = createQueue()
  const queues = new Map<string, Queue>()
  const byInterest = new Map<string, number>()
  const schedule = createLookSchedule()

  const count = (interest: string, by: number) => {
    const now = (byInterest.get(interest) ?? 0) + by
    if (now > 0) byInterest.set(interest, now)
    else byInterest.delete(interest)
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
    schedule.set(ticket.userId, ticket.waitingSince)
  }

  function remove(userId: string) {
    const ticket = tickets.get(userId)
    if (!ticket) return
    tickets.delete(userId)
    everyone.remove(userId)
    schedule.remove(userId)
    for (const name of queuesOf(ticket)) {
      const queue = queues.get(name)
      queue?.remove(userId)
      if (queue?.empty) queues.delete(name)
    }
    for (const interest of ticket.interests) count(interest, -1)
  }

  return {
    schedule,
    get size() {
      return tickets.size
    },
    get: (userId) => tickets.get(userId),
    has: (userId) => tickets.has(userId),
    add,
    replace(waiting, ticket) {
      if (queuesOf(waiting).join() === queuesOf(ticket).join()) tickets.set(ticket.userId, ticket)
      else {
        remove(ticket.userId)
        add(ticket)
      }
    },
    remove,
    inQueue: (name, from, take) => queues.get(name)?.slice(from, take) ?? [],
    countOf: (interest) => byInterest.get(interest) ?? 0,
    longestWaiting: (limit) => everyone.slice(0, limit).flatMap((userId) => tickets.get(userId) ?? []),
  }
}
