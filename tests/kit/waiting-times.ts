import { SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { createMemoryTicketStore, type Seeker } from '#server/domains/matching/index.ts'
import { createTestClock } from './clock.ts'
import { createTestMatching } from './test-matching.ts'

/** Random numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Few interests are common, most are rare: the frequency of rank r is 1/r. */
export function pickInterests(count: number, random: () => number): string[] {
  const picked = new Set<string>()
  while (picked.size < count) {
    const rank = Math.floor(Math.exp(random() * Math.log(SUGGESTED_INTERESTS.length + 1))) - 1
    picked.add(SUGGESTED_INTERESTS[rank] ?? '')
  }
  return [...picked]
}

interface Crowd {
  seed: number
  members: number
  /** How many members begin to search in a second, on average. */
  arrivalsASecond: number
  premiumShare: number
}

const STEP = 250
const POLL_EVERY = 4_000
const TICK_EVERY = 1_000

/**
 * Simulates a crowd that arrives, polls every four seconds and is matched, on a simulated clock. Premium and free
 * members are alike in everything else, and none uses a filter. Returns how long each waited, in milliseconds,
 * without those who are never matched.
 */
export async function simulateWaiting({ seed, members, arrivalsASecond, premiumShare }: Crowd) {
  const random = createRandom(seed)
  const any = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const clock = createTestClock()
  const waiting = new Map<string, { seeker: Seeker; since: number; nextPoll: number }>()
  const waited = { premium: [] as number[], free: [] as number[] }
  const matching = createTestMatching({
    store: createMemoryTicketStore({ clock }),
    clock,
    async openConversation(...pair) {
      for (const userId of pair.slice(0, 2) as string[]) {
        const found = waiting.get(userId)
        if (!found) continue
        waiting.delete(userId)
        waited[found.seeker.premium ? 'premium' : 'free'].push(clock.now() - found.since)
      }
      return { conversationId: 'simulated' }
    },
  })
  const arrive = (index: number) => {
    const seeker: Seeker = {
      userId: `member-${index}`,
      interests: pickInterests(5, random),
      gender: any(['Male', 'Female', 'Transgender'] as const),
      genderFilter: null,
      lookingFor: [any(['Friendship', 'Dating', 'Networking'] as const)],
      languages: ['en'],
      learning: [],
      age: 30,
      minPartnerAge: null,
      maxPartnerAge: null,
      premium: random() < premiumShare,
      blockedIds: [],
    }
    waiting.set(seeker.userId, { seeker, since: clock.now(), nextPoll: clock.now() })
  }

  let arrived = 0
  const start = clock.now()
  for (let step = 0; arrived < members || waiting.size > 1; step += 1) {
    if (clock.now() - start > (members / arrivalsASecond) * 1_000 + 60_000) break
    const due = Math.min(members, Math.floor(((clock.now() - start) / 1_000) * arrivalsASecond))
    for (; arrived < due; arrived += 1) arrive(arrived)
    for (const one of [...waiting.values()]) {
      if (one.nextPoll > clock.now() || !waiting.has(one.seeker.userId)) continue
      one.nextPoll += POLL_EVERY
      await matching.findMatch(one.seeker)
    }
    if ((step * STEP) % TICK_EVERY === 0) await matching.tick()
    clock.advance(STEP)
  }
  return waited
}
