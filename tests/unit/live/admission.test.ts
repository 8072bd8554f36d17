import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AdmissionOptions, createAdmission, type Place } from '#server/transports/sse/admission.ts'

/** Longer than the pause between two batches. */
const turn = () => vi.advanceTimersByTimeAsync(10)

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
  beforeEach(() => void vi.useFakeTimers())
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

  // covers: beyond-returning-clients
  it('refuses with 503 and the time to wait when too many streams wait', async () => {
    const { entered } = enter(3, { batch: 1, batches: 1, maxWaiting: 2 })
    void turn()
    await expect(entered[2]).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
    await expect(entered[0]).resolves.toBeUndefined()
  })

  it('gathers the streams that arrive within 10 ms after a batch has started', async () => {
    const { admission, admitted, leave } = enter(1, {})
    await vi.advanceTimersByTimeAsync(0)
    expect(admitted).toEqual([0])
    leave(0)
    const later = [admission.enter(), admission.enter()].map((place, index) =>
      place.then(() => admitted.push(index + 1)),
    )
    await vi.advanceTimersByTimeAsync(9)
    expect(admitted).toEqual([0])
    await turn()
    await Promise.all(later)
    expect(admitted).toEqual([0, 1, 2])
  })

  it('admits the next batch when one takes longer than a second, and counts it once', async () => {
    const { admitted, leave } = enter(4, { batch: 1, batches: 1 })
    await vi.advanceTimersByTimeAsync(999)
    expect(admitted).toEqual([0])
    await turn()
    expect(admitted).toEqual([0, 1])
    leave(0)
    await turn()
    expect(admitted).toEqual([0, 1])
  })
})
