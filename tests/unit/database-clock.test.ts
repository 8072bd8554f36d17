import { expect, it } from 'vitest'
import { createDatabaseClock } from '#server/store/index.ts'
import { createTestClock } from '../kit/clock.ts'

const rethrow = (error: unknown): never => {
  throw error
}

it('gives two nodes whose machines differ by five seconds the same time', async () => {
  const shared = createTestClock()
  const ahead = createTestClock(shared.now() + 5_000)
  const reference = async () => shared.now()
  await using one = await createDatabaseClock({ reference, local: shared, onError: rethrow })
  await using other = await createDatabaseClock({ reference, local: ahead, onError: rethrow })
  expect(other.now()).toBe(one.now())
  for (const clock of [shared, ahead]) clock.advance(60_000)
  expect(other.now()).toBe(one.now())
})

it('follows a local clock that was set to another time', async () => {
  const shared = createTestClock()
  const local = createTestClock(shared.now())
  await using clock = await createDatabaseClock({
    reference: async () => shared.now(),
    local,
    onError: rethrow,
  })
  local.advance(-3_600_000)
  await clock.measure()
  expect(clock.now()).toBe(shared.now())
})

it('leaves a difference alone that a slow answer explains', async () => {
  const shared = createTestClock()
  const local = createTestClock(shared.now())
  let delay = 0
  const reference = async () => {
    const time = shared.now()
    for (const clock of [shared, local]) clock.advance(delay)
    return time
  }
  await using clock = await createDatabaseClock({ reference, local, onError: rethrow })
  delay = 800
  await clock.measure()
  expect(clock.now()).toBe(shared.now())
})
