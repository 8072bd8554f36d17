import { afterEach, describe, expect, it, vi } from 'vitest'
import { type AdmissionOptions, createAdmission, type Place } from '#server/transports/sse/admission.ts'

const turn = () => new Promise(setImmediate)

/** Enters this many streams, and records the number of each once it is admitted. */
function enter(count: number, options: AdmissionOptions) {
  const admission = createAdmission(options)
  const admitted: number[] = []
  const places: Place[] = []
  const add = async (index: number) => {
    places[index] = await admission.enter()
    admitted.push(index)
  }
  const entered = Array.from({ length: count }, (_, index) => add(index))
  return { admission, admitted, places, entered, leave: (index: number) => places[index]?.leave() }
}

describe('the admission of streams', () => {
  afterEach(() => void vi.useRealTimers())

  it('admits streams that arrive together in batches, in their order', async () => {
    const { admitted, leave } = enter(5, { batch: 2, batches: 1 })
    await turn()
    await turn()
    expect(admitted).toEqual([0, 1])
    leave(0)
    await turn()
    expect(admitted).toEqual([0, 1])
    leave(1)
    await turn()
    await turn()
    expect(admitted).toEqual([0, 1, 2, 3])
    for (const index of [2, 3]) leave(index)
    await turn()
    await turn()
    expect(admitted).toEqual([0, 1, 2, 3, 4])
  })

  it('admits a second batch while the first one is opened', async () => {
    const { admitted, leave } = enter(5, { batch: 2, batches: 2 })
    for (let index = 0; index < 4; index += 1) await turn()
    expect(admitted).toEqual([0, 1, 2, 3])
    for (const index of [2, 3]) leave(index)
    for (let index = 0; index < 2; index += 1) await turn()
    expect(admitted).toEqual([0, 1, 2, 3, 4])
  })

  it('refuses with 503 and the time to wait when too many streams wait', async () => {
    const { entered } = enter(3, { batch: 1, batches: 1, maxWaiting: 2 })
    await expect(entered[2]).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
    await expect(entered[0]).resolves.toBeUndefined()
  })

  it('admits the next batch when one takes longer than a second, and counts it once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { admitted, leave } = enter(4, { batch: 1, batches: 1 })
    await turn()
    vi.advanceTimersByTime(999)
    await turn()
    await turn()
    expect(admitted).toEqual([0])
    vi.advanceTimersByTime(1)
    await turn()
    await turn()
    expect(admitted).toEqual([0, 1])
    leave(0)
    await turn()
    await turn()
    expect(admitted).toEqual([0, 1])
    expect(vi.getTimerCount()).toBe(1)
  })
})
