import type { Pool } from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { forEachUser, inBatches, SweepStopped } from '#server/domains/privacy/batches.ts'
import { poolWith } from '../../kit/pool-double.ts'

const always = () => true
/** A pool whose queries are answered in turn; the last answer is repeated. */
const answering = (...answers: object[]) => {
  const query = vi.fn()
  for (const answer of answers.slice(0, -1)) query.mockResolvedValueOnce(answer)
  return poolWith({ query: query.mockResolvedValue(answers.at(-1)) })
}
const found = (...ids: string[]) => ({ rows: ids.map((id) => ({ id })) })

describe('a statement that changes a batch', () => {
  it('repeats with its values until a batch is not full', async () => {
    const pool = answering({ rowCount: 1_000 }, { rowCount: 1_000 }, { rowCount: 999 })
    await inBatches({ pool, shouldContinue: always }, 'DELETE', [7])
    expect(pool.query.mock.calls).toEqual(Array(3).fill(['DELETE', [7]]))
  })

  it('runs once without a count of the changed rows', async () => {
    const pool = answering({ rowCount: null })
    await inBatches({ pool, shouldContinue: always }, 'DELETE', [])
    expect(pool.query).toHaveBeenCalledTimes(1)
  })

  it('stops repeating once the node stops', async () => {
    const pool = answering({ rowCount: 1_000 })
    const shouldContinue = vi.fn().mockReturnValueOnce(true).mockReturnValue(false)
    await expect(inBatches({ pool, shouldContinue }, 'DELETE', [])).rejects.toBeInstanceOf(SweepStopped)
    expect(pool.query).toHaveBeenCalledTimes(1)
  })
})

describe('work on each user of a query', () => {
  const run = async (pool: Pool, work: (id: string) => Promise<void>, shouldContinue = always) => {
    const failures: unknown[] = []
    const onError = (error: unknown) => void failures.push(error)
    const done = forEachUser('SELECT', ['due'], { pool, shouldContinue, onError }, work)
    return { done, failures }
  }

  it('repeats the query until it finds no user, skipping those it failed for', async () => {
    const pool = answering(found('a', 'b'), found('c'), found())
    const broken = new Error('b failed')
    const worked: string[] = []
    const { done, failures } = await run(pool, async (id) => {
      worked.push(id)
      if (id === 'b') throw broken
    })
    await done
    expect(worked).toEqual(['a', 'b', 'c'])
    expect(failures).toEqual([broken])
    expect(pool.query).toHaveBeenCalledTimes(3)
    expect(pool.query.mock.lastCall).toEqual(['SELECT', ['due', ['b']]])
  })

  it('ends before the next user once the node stops, without reporting a failure', async () => {
    const pool = answering(found('a', 'b'), found())
    const shouldContinue = vi.fn().mockReturnValueOnce(true).mockReturnValue(false)
    const worked: string[] = []
    const { done, failures } = await run(pool, async (id) => void worked.push(id), shouldContinue)
    await expect(done).rejects.toBeInstanceOf(SweepStopped)
    expect([worked, failures]).toEqual([['a'], []])
  })

  it('ends when the work itself is stopped', async () => {
    const { done, failures } = await run(answering(found('a', 'b'), found()), () =>
      Promise.reject(new SweepStopped()),
    )
    await expect(done).rejects.toBeInstanceOf(SweepStopped)
    expect(failures).toEqual([])
  })
})
