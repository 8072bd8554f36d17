import { afterEach, expect, it } from 'vitest'
import type { Clock } from '#server/platform/clock.ts'
import { createDatabaseClock, type DatabaseClock } from '#server/platform/postgres/index.ts'
import { createTestClock } from '../../kit/clock.ts'

const open: DatabaseClock[] = []
afterEach(async () => {
  for (const clock of open.splice(0)) await clock[Symbol.asyncDispose]()
})

async function follow(reference: () => Promise<number>, local: Clock) {
  const onError = (error: unknown) => {
    throw error
  }
  const clock = await createDatabaseClock({ reference, local, onError })
  open.push(clock)
  return clock
}

// covers: design-nodes-agree-on-time
it('two nodes whose machines differ by five seconds have the same time', async () => {
  const shared = createTestClock()
  const ahead = createTestClock(shared.now() + 5_000)
  const reference = async () => shared.now()
  const one = await follow(reference, shared)
  const other = await follow(reference, ahead)
  expect(other.now()).toBe(one.now())
  for (const clock of [shared, ahead]) clock.advance(60_000)
  expect(other.now()).toBe(one.now())
})

it('the clock follows a local clock that was set to another time', async () => {
  const shared = createTestClock()
  const local = createTestClock(shared.now())
  const clock = await follow(async () => shared.now(), local)
  local.advance(-3_600_000)
  await clock.measure()
  expect(clock.now()).toBe(shared.now())
})

it('a difference within the delay of a slow answer changes nothing', async () => {
  const shared = createTestClock()
  const local = createTestClock(shared.now())
  let delay = 0
  const reference = async () => {
    const time = shared.now()
    for (const clock of [shared, local]) clock.advance(delay)
    return time
  }
  const clock = await follow(reference, local)
  delay = 800
  await clock.measure()
  expect(clock.now()).toBe(shared.now())
})
