import { SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { createMemoryTicketStore, type Seeker } from '#server/domains/matching/index.ts'
import { foldInterests } from '#server/platform/interest-keys.ts'
import { createTestClock } from '../kit/clock.ts'
import { NO_PLACES } from '../kit/seeker.ts'
import { createTestMatching } from '../kit/test-matching.ts'
import { createRandom, pickInterests } from '../kit/waiting-times.ts'
import { drawLanguages } from './crowd-languages.ts'

export interface CrowdSize {
  seed: number
  members: number
  /** In milliseconds: all members begin to search within this time. */
  arriveWithin: number
  /** No member is matched before all have arrived, as after an outage: this many members wait at once. */
  isHeld: boolean
}

/** A member of the simulated crowd, and what became of them. Times are in milliseconds since the start. */
export interface Attended {
  seeker: Seeker
  arrivedAt: number
  /** When the member was matched; the end of the simulation for a member who was not. */
  leftAt: number
  partner: number | null
  /** The crowd when this member could first be matched: the basis of the rarity of their interests. */
  waiting: number
  having: readonly number[]
}

const POLL_EVERY = 4_000
const TICK_EVERY = 1_000
/** Longer than the last stage: a member who is unmatched then fits no one who is left. */
const AFTER_THE_LAST = 40_000

/** Returns a member of a simulated crowd. The user id is the index. */
export function seekerOf(index: number, random: () => number): Seeker {
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const premium = random() < 0.2
  const gender = random() < 0.1 ? 'Transgender' : any(['Male', 'Female'] as const)
  const filter = any(['Male', 'Female'] as const)
  const looking = any([['Friendship'], ['Dating'], ['Networking'], ['Friendship', 'Casual Chat']] as const)
  return {
    userId: String(index),
    interests: pickInterests(3 + Math.floor(random() * 6), random),
    gender,
    genderFilter: premium && random() < 0.4 ? filter : null,
    lookingFor: looking,
    age: 30,
    minPartnerAge: null,
    maxPartnerAge: null,
    premium,
    languages: drawLanguages(random),
    learning: [],
    blockedIds: [],
  }
}

/** Counts the waiting members, in all and by interest. */
export function createCounts() {
  const counts = new Map<string, number>(SUGGESTED_INTERESTS.map((interest) => [interest.toLowerCase(), 0]))
  let waiting = 0
  const keys = ({ interests }: Seeker) => interests.map((interest) => interest.toLowerCase())
  return {
    change(seeker: Seeker, by: number) {
      waiting += by
      for (const key of keys(seeker)) counts.set(key, (counts.get(key) ?? 0) + by)
    },
    of: (seeker: Seeker) => ({ waiting, having: keys(seeker).map((key) => counts.get(key) ?? 0) }),
  }
}

/** Returns the members to search, each at its own moment: on arrival unless the crowd is held, then every four seconds. */
function* momentsOf({ members, arriveWithin, isHeld }: CrowdSize, isWaiting: (index: number) => boolean) {
  const polls: { at: number; index: number }[] = []
  let arrived = 0
  let polled = 0
  let nextTick = TICK_EVERY
  const end = arriveWithin + AFTER_THE_LAST
  for (;;) {
    const arrival = arrived < members ? (arriveWithin * arrived) / members : Number.POSITIVE_INFINITY
    const poll = polls[polled]
    const at = Math.min(arrival, poll?.at ?? Number.POSITIVE_INFINITY, nextTick)
    if (at > end || (at === nextTick && !poll && arrived === members)) return
    if (at === arrival) {
      polls.push({ at: at + POLL_EVERY, index: arrived })
      yield { at, kind: 'arrival', index: arrived } as const
      arrived += 1
    } else if (poll && at === poll.at) {
      polled += 1
      if (!isWaiting(poll.index)) continue
      polls.push({ at: at + POLL_EVERY, index: poll.index })
      yield { at, kind: 'poll', index: poll.index } as const
    } else {
      nextTick += TICK_EVERY
      if (!isHeld || at >= arriveWithin) yield { at, kind: 'tick' } as const
    }
  }
}

/** Notes what becomes of the members. */
function createRegister() {
  const crowd: Attended[] = []
  const counts = createCounts()
  const waiting = new Set<number>()
  return {
    crowd,
    waiting,
    add(seeker: Seeker, arrivedAt: number) {
      waiting.add(crowd.length)
      counts.change(seeker, 1)
      crowd.push({ seeker, arrivedAt, leftAt: Number.POSITIVE_INFINITY, partner: null, ...counts.of(seeker) })
    },
    /** Takes the crowd of this moment as the basis of rarity for all who wait. */
    countAgain() {
      for (const index of waiting) {
        const attended = crowd[index]
        if (attended) Object.assign(attended, counts.of(attended.seeker))
      }
    },
    leave(index: number, at: number, partner: number | null) {
      const attended = crowd[index]
      if (!attended) return
      Object.assign(attended, { leftAt: at, partner })
      waiting.delete(index)
      counts.change(attended.seeker, -1)
    },
  }
}

/**
 * Lets a crowd arrive, poll every four seconds and be matched by the product, on a simulated clock. Every arrival and
 * poll has its own moment. Interests are skewed (Zipf), a fifth are premium members, two of five of those filter by
 * gender.
 */
export async function simulateCrowd(size: CrowdSize): Promise<Attended[]> {
  const random = createRandom(size.seed)
  const clock = createTestClock()
  const start = clock.now()
  const store = createMemoryTicketStore({ clock })
  const { crowd, waiting, add, countAgain, leave } = createRegister()
  let now = 0
  const matching = createTestMatching({
    store,
    clock,
    async openConversation(a, b) {
      leave(Number(a), now, Number(b))
      leave(Number(b), now, Number(a))
      return { conversationId: 'simulated' }
    },
  })
  /** Adds a ticket without a search. */
  const wait = (seeker: Seeker) => {
    const times = { ticketId: seeker.userId, waitingSince: clock.now(), lastSeen: clock.now() }
    return store.arrive({ ...seeker, ...times, interests: foldInterests(seeker.interests) }, null, NO_PLACES)
  }
  let isCounted = false
  for (const moment of momentsOf(size, (index) => waiting.has(index))) {
    now = moment.at
    clock.advance(start + now - clock.now())
    if (moment.kind === 'tick') {
      await matching.tick()
      continue
    }
    if (moment.kind === 'arrival') add(seekerOf(moment.index, random), now)
    else if (size.isHeld && !isCounted) {
      countAgain()
      isCounted = true
    }
    const seeker = crowd[moment.index]?.seeker
    if (!seeker) continue
    if (moment.kind === 'arrival' && size.isHeld) await wait(seeker)
    else await matching.findMatch(seeker)
  }
  for (const index of [...waiting]) leave(index, now, null)
  return crowd
}
