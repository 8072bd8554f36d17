import { describe, expect, it } from 'vitest'
import { createBatch } from '#server/domains/chat/batch.ts'

/** A batch whose writes end when the test decides. */
function openBatch() {
  const written: string[][] = []
  const writes: { resolve(): void; reject(error: Error): void }[] = []
  const { add, settled } = createBatch<string>((items) => {
    written.push(items)
    return new Promise<void>((resolve, reject) => writes.push({ resolve, reject }))
  })
  return {
    add,
    settled,
    written,
    writes,
    begun: (count: number) => expect.poll(() => written.length).toBe(count),
  }
}

describe('a batch', () => {
  it('contains everything added in the same turn, and does not wait for more', async () => {
    const { add, written, writes, begun } = openBatch()
    const added = Promise.all([add('one'), add('two')])
    await begun(1)
    writes[0]?.resolve()
    await added
    expect(written).toEqual([['one', 'two']])
  })

  it('collects what is added during a write, and writes it afterwards', async () => {
    const { add, written, writes, begun } = openBatch()
    const first = add('one')
    await begun(1)
    let isWritten = false
    const second = Promise.all([add('two'), add('three')]).then(() => {
      isWritten = true
    })
    writes[0]?.resolve()
    await first
    await begun(2)
    expect([written, isWritten]).toEqual([[['one'], ['two', 'three']], false])
    writes[1]?.resolve()
    await second
  })

  it('rejects all its entries when it fails, and none of the next batch', async () => {
    const { add, written, writes, begun } = openBatch()
    const first = Promise.allSettled([add('one'), add('two')])
    await begun(1)
    const second = add('three')
    const failure = new Error('The database is away.')
    writes[0]?.reject(failure)
    expect(await first).toEqual([
      { status: 'rejected', reason: failure },
      { status: 'rejected', reason: failure },
    ])
    await begun(2)
    writes[1]?.resolve()
    await expect(second).resolves.toBeUndefined()
    expect(written).toEqual([['one', 'two'], ['three']])
  })

  it('settles once everything that was added is written or has failed', async () => {
    const { add, settled, writes, begun } = openBatch()
    const failed = expect(add('one')).rejects.toThrow('away')
    await begun(1)
    const second = add('two')
    let isSettled = false
    const waiting = settled().then(() => {
      isSettled = true
    })
    writes[0]?.reject(new Error('away'))
    await failed
    await begun(2)
    expect(isSettled).toBe(false)
    writes[1]?.resolve()
    await Promise.all([second, waiting])
    expect(isSettled).toBe(true)
  })
})
