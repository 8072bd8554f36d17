import { createMemoryTicketStore } from '#server/domains/matching/index.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { createRandom } from '../../kit/waiting-times.ts'
import { createEventQueue } from './event-queue.ts'
import { BEHAVIOUR } from './parameters.ts'
import { chatLength, profileOf } from './population.ts'
import { createDraw } from './random.ts'
import { createSearchRecords } from './search-records.ts'
import type { MatchingOutcome } from './simulate-matching.ts'
import { arrivalsOf, withAge } from './small-crowd-members.ts'

export interface SmallCrowdRun {
  searchesADay: number
  days: number
  haveAgeWishes: boolean
  seed: number
}

export interface SmallCrowdOutcome extends MatchingOutcome {
  /** The lengths of the chats, in milliseconds. */
  chats: number[]
}

const POLL_EVERY = 4_000
const TICK_EVERY = 1_000

type Event = { kind: 'search' | 'poll' | 'give up'; member: number } | { kind: 'tick' }

/**
 * Lets a few members a day search, each once, on a virtual clock. The same seed has the same members and times, with and
 * without wishes on age.
 */
export async function simulateSmallCrowd(run: SmallCrowdRun): Promise<SmallCrowdOutcome> {
  const clock = createTestClock()
  const events = createEventQueue<Event>()
  const records = createSearchRecords()
  const lengths = createDraw(createRandom(run.seed + 1))
  const chats: number[] = []
  let now = 0
  let decisions = 0
  let isTicking = false
  const matching = createTestMatching({
    store: createMemoryTicketStore({ clock }),
    clock,
    async openConversation(one, other) {
      if (records.match(Number(one), Number(other), now)) chats.push(chatLength(lengths))
      return { conversationId: 'simulated' }
    },
  })
  const seekers = new Map<number, ReturnType<typeof profileOf>>()
  const look = async (member: number) => {
    const seeker = seekers.get(member)
    if (!seeker) return
    decisions += 1
    await matching.findMatch(seeker)
    if (records.isWaiting(member)) events.add(now + POLL_EVERY, { kind: 'poll', member })
  }
  const happen = async (event: Event) => {
    if (event.kind === 'tick') {
      await matching.tick()
      isTicking = records.waiting() > 0
      if (isTicking) events.add(now + TICK_EVERY, event)
    } else if (event.kind === 'search') {
      const ages = createDraw(createRandom(run.seed ^ Math.imul(event.member + 1, 0x85ebca6b)))
      const seeker = withAge(profileOf(run.seed, event.member), run.haveAgeWishes, ages)
      seekers.set(event.member, seeker)
      records.begin(event.member, seeker, now)
      events.add(now + BEHAVIOUR.patience.value * 1_000, { kind: 'give up', member: event.member })
      await look(event.member)
      if (!isTicking) events.add(now + TICK_EVERY, { kind: 'tick' })
      isTicking = true
    } else if (records.isWaiting(event.member)) {
      if (event.kind === 'poll') return await look(event.member)
      await matching.cancel(String(event.member))
      records.giveUp(event.member, now)
    }
  }
  const arrivals = arrivalsOf(run, createDraw(createRandom(run.seed)))
  for (const [member, at] of arrivals.entries()) events.add(at, { kind: 'search', member })
  const before = process.cpuUsage()
  for (let next = events.next(); next; next = events.next()) {
    clock.advance(next.at - now)
    now = next.at
    await happen(next.event)
  }
  const { user, system } = process.cpuUsage(before)
  const atEnd = { searching: records.waiting(), chatting: 0, idle: 0 }
  return { searches: records.all, from: 0, until: now + 1, atEnd, decisions, cpu: user + system, chats }
}
