import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import { withDedicatedConnection } from '#server/domains/privacy/dedicated-connection.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const CONNECTIONS = 2

const rows = useStarted(() => openRows({ poolSize: CONNECTIONS }))

const failures: unknown[] = []
const run = <Result>(work: (client: PoolClient) => Promise<Result>) =>
  withDedicatedConnection(rows.database.pool, (error) => void failures.push(error), work)

describe('work on a dedicated connection', () => {
  it('returns its result, and can read but not write', async () => {
    const id = await rows.member()
    const read = await run((client) => client.query('SELECT id FROM "user" WHERE id = $1', [id]))
    expect(read.rows).toEqual([{ id }])
    await expect(run((client) => client.query('DELETE FROM "user" WHERE id = $1', [id]))).rejects.toThrow(
      'read-only transaction',
    )
  })

  it('forms one transaction', async () => {
    const ids = await run(async (client) => {
      const query = 'SELECT now()::text AS began'
      return [(await client.query(query)).rows, (await client.query(query)).rows]
    })
    expect(ids[0]).toEqual(ids[1])
  })

  it('leaves no setting behind for other work', async () => {
    await run((client) => client.query('SET enable_sort = off'))
    const shown = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => rows.database.pool.query('SHOW enable_sort')),
    )
    expect(shown.map((one) => one.rows)).toEqual(shown.map(() => [{ enable_sort: 'on' }]))
  })

  it('releases its place in the pool, even when it fails', async () => {
    const broken = new Error('the work failed')
    for (let count = 0; count <= CONNECTIONS; count += 1)
      await expect(run(() => Promise.reject(broken))).rejects.toBe(broken)
    expect((await rows.database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('reports errors of its connection only while it runs', async () => {
    const lost = new Error('the connection was lost')
    const client = await run(async (own) => {
      own.emit('error', lost)
      return own
    })
    expect(failures).toEqual([lost])
    client.on('error', () => undefined)
    client.emit('error', new Error('later'))
    expect(failures).toEqual([lost])
  })
})
