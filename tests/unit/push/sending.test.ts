import { describe, expect, it } from 'vitest'
import { createSending } from '#server/domains/push/sending.ts'
import { testPlatform } from '../../kit/test-platform.ts'

/** Jobs whose sends end when the test says so. */
function setUp() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const sending = createSending(testPlatform(), (service) => {
    begun.push(service)
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  const endOne = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  return { begun, sending, endOne }
}

describe('the sending of push messages', () => {
  // covers: beyond-push-cost
  it('begins at once for the services for which this node queued notices', async () => {
    const { begun, sending, endOne } = setUp()
    sending.start()
    sending.wake(['google', 'google', 'apple'])
    await expect.poll(() => begun).toEqual(['google', 'apple'])
    for (let count = 0; count < 2; count += 1) await endOne()
    await sending.stop()
    expect(begun).toEqual(['google', 'apple'])
  })

  it('looks again after a run that was under way when a notice was queued', async () => {
    const { begun, sending, endOne } = setUp()
    sending.start()
    sending.wake(['google'])
    await expect.poll(() => begun).toEqual(['google'])
    sending.wake(['google'])
    await endOne()
    await expect.poll(() => begun).toEqual(['google', 'google'])
    await endOne()
    await sending.stop()
  })

  it('rests before the start and after the stop', async () => {
    const { begun, sending } = setUp()
    sending.wake(['google'])
    sending.start()
    await sending.stop()
    sending.wake(['google'])
    expect(begun).toEqual([])
  })
})
