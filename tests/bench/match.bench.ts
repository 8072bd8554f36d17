import { Redis } from 'ioredis'
import {
  createMemoryTicketStore,
  createRedisTicketStore,
  type Seeker,
  type TicketStore,
} from '#server/domains/matching/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { startRedis } from '../kit/redis-server.ts'
import { NEW_POLL, NO_PLACES } from '../kit/seeker.ts'
import { createTestMatching } from '../kit/test-matching.ts'
import { pickInterests, simulateWaiting } from '../kit/waiting-times.ts'
import { milliseconds, percentile, say } from './figures.ts'

const GENDERS = ['Male', 'Female', 'Transgender'] as const
const any = <Item>(items: readonly Item[]) => items[Math.floor(Math.random() * items.length)] as Item

const seeker = (userId: string): Seeker => ({
  userId,
  interests: pickInterests(5, Math.random),
  gender: any(GENDERS),
  genderFilter: Math.random() < 0.1 ? any(GENDERS) : null,
  lookingFor: [any(['Friendship', 'Dating', 'Networking'] as const)],
  languages: ['en'],
  learning: [],
  age: 30,
  minPartnerAge: null,
  maxPartnerAge: null,
  premium: Math.random() < 0.1,
  blockedIds: [],
})

const matcher = (store: TicketStore) =>
  createTestMatching({
    store,
    clock: systemClock,
    openConversation: async () => ({ conversationId: 'bench' }),
  })

async function fill(store: TicketStore, waiting: number) {
  const batch = 500
  for (let from = 0; from < waiting; from += batch) {
    await Promise.all(
      Array.from({ length: Math.min(batch, waiting - from) }, (_, index) => {
        const userId = `waits-${from + index}`
        // Last seen in the future: filling takes longer than a ticket stays valid.
        return store.arrive(
          {
            ...seeker(userId),
            ticketId: userId,
            waitingSince: Date.now(),
            lastSeen: Date.now() + 600_000,
          },
          NEW_POLL,
          NO_PLACES,
        )
      }),
    )
  }
}

/** Each match removes a waiting member. A new one arrives, which keeps the crowd at its size. */
async function decide(store: TicketStore, decisions: number): Promise<number[]> {
  const matching = matcher(store)
  const times: number[] = []
  for (let index = 0; index < decisions + 200; index += 1) {
    const start = performance.now()
    await matching.findMatch(seeker(`comes-${index}`))
    if (index >= 200) times.push(performance.now() - start)
    const userId = `refills-${index}`
    await store.arrive(
      {
        ...seeker(userId),
        ticketId: userId,
        waitingSince: Date.now(),
        lastSeen: Date.now() + 600_000,
      },
      NEW_POLL,
      NO_PLACES,
    )
  }
  return times
}

/** Returns the matches per second, and the processor time of this process for a match in microseconds. */
async function throughput(store: TicketStore) {
  const matching = matcher(store)
  const pairs = 6_000
  const [start, startedWith] = [performance.now(), process.cpuUsage()]
  let next = 0
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next < pairs * 2) {
        const index = next
        next += 1
        await matching.findMatch({
          ...seeker(`pair-${index}`),
          genderFilter: null,
          interests: [`topic ${index >> 1}`],
        })
      }
    }),
  )
  const matches = pairs - (await matching.waiting()) / 2
  const { user, system } = process.cpuUsage(startedWith)
  return {
    matches,
    perSecond: matches / ((performance.now() - start) / 1000),
    cpu: (user + system) / matches,
  }
}

/** Returns the processor time that Redis has used, in microseconds. */
async function cpuOfRedis(redis: Redis): Promise<number> {
  const info = await redis.info('cpu')
  const seconds = [...info.matchAll(/^used_cpu_(?:user|sys):([\d.]+)/gm)].map(([, value]) => Number(value))
  return seconds.reduce((total, value) => total + value, 0) * 1e6
}

/** Returns how long premium and free members of one crowd wait, on a simulated clock. */
async function sayWaitingTimes(arrivalsASecond: number) {
  const waited = await simulateWaiting({ seed: 1, members: 3_000, arrivalsASecond, premiumShare: 0.2 })
  const seconds = (samples: number[], share: number) => `${(percentile(samples, share) / 1_000).toFixed(2)} s`
  for (const [tier, samples] of Object.entries(waited))
    say(
      `waiting, ${arrivalsASecond} arrivals/s, ${tier}: median ${seconds(samples, 0.5)}, p90 ${seconds(samples, 0.9)}`,
    )
}

for (const arrivalsASecond of [0.1, 0.5, 1, 5]) await sayWaitingTimes(arrivalsASecond)

const redisServer = await startRedis()
const redis = redisServer ? new Redis(redisServer.url) : null

const stores: { name: string; open(): TicketStore }[] = [
  { name: 'memory', open: () => createMemoryTicketStore({ clock: systemClock }) },
  ...(redis
    ? [
        {
          name: 'Redis',
          open: () => createRedisTicketStore({ redis, prefix: `bench-${crypto.randomUUID()}:` }),
        },
      ]
    : []),
]
for (const { name, open } of stores) {
  const medians: number[] = []
  for (const waiting of [1_000, 100_000]) {
    const store = open()
    await fill(store, waiting)
    const times = await decide(store, 2_000)
    medians.push(percentile(times, 0.5))
    say(
      `${name}, ${waiting} waiting: decision p50 ${milliseconds(percentile(times, 0.5))}, p99 ${milliseconds(percentile(times, 0.99))}`,
    )
    await redis?.flushall()
  }
  say(`${name}: cost at 100,000 is ${((medians[1] ?? 0) / (medians[0] ?? 1)).toFixed(2)} × that at 1,000`)
  const usedBefore = redis ? await cpuOfRedis(redis) : 0
  const { matches, perSecond, cpu } = await throughput(open())
  const used = redis && name === 'Redis' ? ((await cpuOfRedis(redis)) - usedBefore) / matches : 0
  say(
    `${name}: ${Math.round(perSecond)} matches/s, 64 at a time; processor time for each: ${Math.round(cpu)} µs, Redis ${Math.round(used)} µs`,
  )
  await redis?.flushall()
}
redis?.disconnect()
await redisServer?.stop()
