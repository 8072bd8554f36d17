import { Repeater } from '@repeaterjs/repeater'
import { describe, expect, it } from 'vitest'
import { type BoundedPush, createBoundedPush } from '#server/transports/graphql/bounded-push.ts'

const KIB = 1024

/** A subscription with the function that passes values to its reader. */
function subscription(most: number) {
  let outgoing: BoundedPush<number> | null = null
  const values = new Repeater<number>(async (push, stop) => {
    outgoing = createBoundedPush(push, stop, most)
    await stop
  })
  return { values, opened: values.next(), outgoing: () => outgoing as unknown as BoundedPush<number> }
}

async function rest(values: Repeater<number>) {
  const read: number[] = []
  for await (const value of values) read.push(value)
  return read
}

describe('createBoundedPush', () => {
  it('stops a subscription whose reader leaves more than 256 KiB unread', async () => {
    const { values, opened, outgoing } = subscription(1_000)
    for (let value = 0; value < 10; value += 1) outgoing().push(value, 100 * KIB)
    expect((await opened).value).toBe(0)
    // 300 KiB wait with the third value.
    expect(await rest(values)).toEqual([1, 2])
  })

  it('stops a subscription whose reader leaves too many values unread', async () => {
    const { values, opened, outgoing } = subscription(4)
    for (let value = 0; value < 10; value += 1) outgoing().push(value)
    expect((await opened).value).toBe(0)
    expect(await rest(values)).toEqual([1, 2, 3])
  })

  it('passes every value to a reader for which it pauses', async () => {
    const { values, opened, outgoing } = subscription(1_000)
    const replay = (async () => {
      await opened
      for (let value = 1; value < 20; value += 1) {
        outgoing().push(value, 100 * KIB)
        await outgoing().drained()
      }
      outgoing().push(20)
    })()
    outgoing().push(0, 10)
    const read: number[] = []
    for await (const value of values) if (read.push(value) === 20) break
    await replay
    expect(read).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it('stops a pause when the reader leaves', async () => {
    const { values, opened, outgoing } = subscription(1_000)
    outgoing().push(0)
    await opened
    outgoing().push(1, 100 * KIB)
    const pause = outgoing().drained()
    await values.return()
    await pause
    expect(pause).not.toBeNull()
  })
})
