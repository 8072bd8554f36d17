import { connect, createServer, type Socket } from 'node:net'
import { resolve } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { applyMigrations, openDatabase } from '#server/platform/postgres/index.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { freePort } from '../../kit/redis-server.ts'
import { useStarted } from '../../kit/use-started.ts'

const database = useStarted(createTestDatabase)

/** A proxy to the database that can be cut silently, like a network. */
async function openSilentProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    sockets.push(near, far)
    near.pipe(far).pipe(near)
  })
  const own = await freePort()
  await new Promise<void>((resolveListening) => server.listen(own, '127.0.0.1', resolveListening))
  const through = new URL(url)
  through.port = String(own)
  return {
    url: through.href,
    cut() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a broken connection to the database', () => {
  // covers: beyond-broken-database-connection
  it('fails the statements of its client, and the pool opens another', async () => {
    const opened = await openDatabase({ url: database.url })
    const held = await opened.pool.connect()
    const { rows } = await held.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    // Between two statements, when no running statement can fail.
    const ended = new Promise<void>((resolveEnded) => held.once('end', resolveEnded))
    await opened.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await ended
    await expect(held.query('SELECT 1')).rejects.toThrow()
    held.release(true)
    await opened.ping()
    await opened[Symbol.asyncDispose]()
  })

  it('fails the start of a node that waits for the migrations of another', async () => {
    const busy = new pg.Client({ connectionString: database.url })
    await busy.connect()
    await busy.query('BEGIN; LOCK TABLE _prisma_migrations')
    const proxy = await openSilentProxy(database.url)
    const directory = resolve(import.meta.dirname, '../../../prisma/migrations')
    const start = applyMigrations({ url: proxy.url, directory }).catch((error: unknown) => error)
    const waiting = async () => {
      const { rowCount } = await busy.query(
        "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '_prisma_migrations'::regclass",
      )
      return rowCount
    }
    await expect.poll(waiting).toBe(1)
    proxy.cut()
    expect(await start).toBeInstanceOf(Error)
    await busy.end()
  })
})
