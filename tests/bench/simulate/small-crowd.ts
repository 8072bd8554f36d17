import { createMemoryTicketStore } from '#server/domains/matching/index.ts'
import { createEventBus } from '#server/events.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createTestMatching } from '../../kit/test-matching.ts'
import { createRandom } from '../../kit/waiting-times.ts'
import { createEventQueue } from './event-queue.ts'
import { HELP } from './parameters.ts'
import { chatLength } from './population.ts'
import { createDraw } from './random.ts'
import type { Help } from './results.ts'
import { createSearchRecords } from './search-records.ts'
import { createBells } from './small-crowd-bells.ts'

export interface SmallCrowdRun {
  searchesADay: number
  days: number
  haveAgeWishes: boolean
  help: readonly Help[]
  seed: number
}

/** A member who comes to a ring does so after this long, in milliseconds. Assumed. */
const COMES_AFTER = { least: 5_000, further: 45_000 }

export type CrowdEvent =
  | { kind: 'search'; member: number }
  /** Of one search, by its place in the records: a member can search again. */
  | { kind: 'poll' | 'come' | 'give up' | 'ring is over'; member: number; place: number }
  | { kind: 'tick' }

/** What the parts of a simulated crowd share. */
export function createSmallCrowd(run: SmallCrowdRun) {
  const clock = createTestClock()
  const start = clock.now()
  const records = createSearchRecords()
  const queue = createEventQueue<CrowdEvent>()
  const [lengths, answers, bellAnswers] = [1, 2, 3].map((more) => createDraw(createRandom(run.seed + more)))
  if (!lengths || !answers || !bellAnswers) throw new Error('there are three draws')
  const chats: number[] = []
  /** Members whose app is closed while their search goes on. */
  const away = new Set<number>()
  /** Until when members chat. */
  const busyUntil = new Map<number, number>()
  const now = () => clock.now() - start
  const begin = (members: readonly number[]) => {
    const length = chatLength(lengths)
    chats.push(length)
    for (const member of members) {
      away.delete(member)
      busyUntil.set(member, now() + length)
    }
  }
  const bus = createEventBus({
    onError(error) {
      throw error
    },
  })
  bus.on('searchChanged', ({ userId, state, rungWith }) => {
    const member = Number(userId)
    const place = records.placeOf(member)
    if (place === undefined || !away.has(member)) return
    if (!state.searching && state.comeUntil === null) {
      away.delete(member)
      records.giveUp(member, now())
    } else if (rungWith !== null && answers.share() < HELP.comesToRing.value)
      queue.add(now() + COMES_AFTER.least + answers.below(COMES_AFTER.further), {
        kind: 'come',
        member,
        place,
      })
  })
  const matching = createTestMatching({
    store: createMemoryTicketStore({ clock }),
    clock,
    events: bus,
    async openConversation(one, other) {
      if (records.match(Number(one), Number(other), now())) begin([Number(one), Number(other)])
      return { conversationId: 'simulated' }
    },
  })
  const isFree = (member: number) => !records.isWaiting(member) && (busyUntil.get(member) ?? 0) <= now()
  return { run, clock, now, records, queue, chats, away, isFree, matching, bells: createBells(bellAnswers) }
}

export type SmallCrowd = ReturnType<typeof createSmallCrowd>
