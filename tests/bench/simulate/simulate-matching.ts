import { createMemoryTicketStore, type Matching } from '#server/domains/matching/index.ts'
import { createTestClock, type TestClock } from '../../kit/clock.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { createRandom } from '../../kit/waiting-times.ts'
import { createEventQueue } from './event-queue.ts'
import { BEHAVIOUR } from './parameters.ts'
import { chatLength, idleTime, profileOf, stateAtStart } from './population.ts'
import { createDraw } from './random.ts'
import { createSearchRecords, type Search } from './search-records.ts'

export interface MatchingRun {
  online: number
  /** The searches that begin in this time, in seconds, are the result. */
  seconds: number
  seed: number
}

export interface MatchingOutcome {
  /** All searches in the order of their beginning, with those before and after the time that counts. */
  searches: Search[]
  /** When the time that counts begins and ends, in milliseconds since the start. */
  from: number
  until: number
  /** The members at the end, by what they do. */
  atEnd: { searching: number; chatting: number; idle: number }
  /** How often the matching looked for a partner: new searches, polls, and ticks. */
  decisions: number
  /** Processor time of the matching and the simulation, in microseconds. */
  cpu: number
}

/** The crowd that waits reaches its size within the last stage of the relaxation. */
const WARM_UP = 60_000
/** Searches that begin late still have this time to be matched. The simulation ends when none of them waits. */
const COOL_DOWN = 60_000
const POLL_EVERY = 4_000
const TICK_EVERY = 1_000

type Event =
  | { kind: 'search'; member: number }
  | { kind: 'poll' | 'give up'; member: number; search: number }
  | { kind: 'chat ends'; members: readonly number[] }
  | { kind: 'tick' }

/**
 * Lets members search, chat and idle in turn, on a virtual clock. The matching is the product's own, with the ticket store
 * of one node. Searches that begin form a Poisson process, because the time between a chat and a search is exponential.
 */
export async function simulateMatching({ online, seconds, seed }: MatchingRun): Promise<MatchingOutcome> {
  const clock = createTestClock()
  const draw = createDraw(createRandom(seed))
  const events = createEventQueue<Event>()
  const records = createSearchRecords()
  const until = WARM_UP + seconds * 1_000
  const end = until + COOL_DOWN
  let chatting = 0
  let now = 0
  const later = (delay: number, event: Event) => {
    if (now + delay <= end) events.add(now + delay, event)
  }
  const matching = matchingOn(clock, (one, other) => {
    if (!records.match(one, other, now)) return
    chatting += 2
    later(chatLength(draw), { kind: 'chat ends', members: [one, other] })
  })
  for (let member = 0; member < online; member += 1) {
    const { isChatting, until: change } = stateAtStart(draw)
    if (isChatting) chatting += 1
    later(change, isChatting ? { kind: 'chat ends', members: [member] } : { kind: 'search', member })
  }
  later(TICK_EVERY, { kind: 'tick' })
  let decisions = 0
  const look = async (member: number, search: number) => {
    const seeker = records.all[search]?.seeker
    if (!seeker) return
    decisions += 1
    await matching.findMatch(seeker)
    if (records.placeOf(member) === search) later(POLL_EVERY, { kind: 'poll', member, search })
  }
  const idle = (member: number) => later(idleTime(draw), { kind: 'search', member })
  const happen = async (event: Event) => {
    if (event.kind === 'tick') {
      later(TICK_EVERY, event)
      await matching.tick()
    } else if (event.kind === 'chat ends') {
      chatting -= event.members.length
      const [one, other] = event.members
      if (one !== undefined && other !== undefined) await matching.separate(String(one), String(other))
      for (const member of event.members) idle(member)
    } else if (event.kind === 'search') {
      const search = records.all.length
      records.begin(event.member, profileOf(seed, event.member), now)
      later(BEHAVIOUR.patience.value * 1_000, { kind: 'give up', member: event.member, search })
      await look(event.member, search)
    } else if (records.placeOf(event.member) === event.search) {
      if (event.kind === 'poll') return await look(event.member, event.search)
      await matching.cancel(String(event.member))
      records.giveUp(event.member, now)
      idle(event.member)
    }
  }
  const before = process.cpuUsage()
  for (let next = events.next(); next; next = events.next()) {
    if (next.at >= until && records.oldestWaiting() >= until) break
    clock.advance(next.at - now)
    now = next.at
    await happen(next.event)
  }
  const { user, system } = process.cpuUsage(before)
  const searching = records.waiting()
  const atEnd = { searching, chatting, idle: online - chatting - searching }
  return { searches: records.all, from: WARM_UP, until, atEnd, decisions, cpu: user + system }
}

function matchingOn(clock: TestClock, onMatch: (one: number, other: number) => void): Matching {
  return createTestMatching({
    store: createMemoryTicketStore({ clock }),
    clock,
    async openConversation(one, other) {
      onMatch(Number(one), Number(other))
      return { conversationId: 'simulated' }
    },
  })
}
