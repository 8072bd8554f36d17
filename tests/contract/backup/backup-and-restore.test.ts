import { readdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readListSizes } from '#server/platform/postgres/index.ts'
import { startNode } from '../../kit/app.ts'
import { backUp, backupsFolder, digestsOf, queryOnce, restore, structureOf } from '../../kit/backup.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { fillEveryTable } from '../../kit/every-table.ts'
import { pair } from '../../kit/person.ts'

let source: TestDatabase
let target: TestDatabase
let folder: string
let path: string
let before: Record<string, string>
beforeAll(async () => {
  folder = await backupsFolder()
  source = await createTestDatabase()
  target = await createEmptyDatabase()
  const clock = createTestClock()
  const node = await startNode({ databaseUrl: source.url, clock })
  await fillEveryTable(node, clock)
  await node.app.context.database.pool.query(
    String.raw`UPDATE moderator_note SET text = E'Tab\t, backslash \\N, \\., line\nbreak, NULL and 🙂'`,
  )
  // Background work of a running node would change rows between the digest and the backup.
  await node[Symbol.asyncDispose]()
  before = await digestsOf(source.url)
  path = (await backUp(source.url, folder)).path
  await restore(path, target.url)
})
afterAll(async () => {
  await source[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

describe('a restored database', () => {
  it('contains every row of every table, with the same values', async () => {
    expect(Object.values(before).filter((digest) => !digest.startsWith('0 ')).length).toBeGreaterThan(25)
    expect(await digestsOf(target.url)).toEqual(before)
  })

  it('keeps the same indexes, constraints and triggers, and they are active', async () => {
    expect(await structureOf(target.url)).toEqual(await structureOf(source.url))
    const statements = [
      [`UPDATE "user" SET age = 17`, 'user_is_adult'],
      [`DELETE FROM moderation_action`, 'audit log'],
      [`UPDATE message SET conversation_id = gen_random_uuid()`, 'message_conversation_id_fkey'],
    ]
    for (const [statement = '', reason] of statements)
      await expect(queryOnce(target.url, statement)).rejects.toThrow(reason)
  })

  it("keeps the console's totals, and its sequences continue", async () => {
    const sizes = (url: string) =>
      queryOnce(
        url,
        'SELECT list, sum(change)::int AS size FROM list_size GROUP BY list HAVING sum(change) <> 0 ORDER BY 1',
      )
    expect(await sizes(target.url)).toEqual(await sizes(source.url))
    const last = async (url: string) =>
      (
        await queryOnce<{ last: string }>(url, 'SELECT last_value AS last FROM session_invalidation_id_seq')
      )[0]?.last
    expect(Number(await last(target.url))).toBe(Number(await last(source.url)))
  })

  it('serves members: they log in, are matched and chat', async () => {
    const restored = await startNode({ databaseUrl: target.url })
    const { asha, ben, conversationId } = await pair(restored)
    await asha.send(conversationId, 'Back again')
    const { body } = await ben.call('POST', '/api/v1/messages', { id: conversationId })
    expect(JSON.stringify(body)).toContain('Back again')
    const size = await readListSizes(restored.app.context.database.pool)
    expect(size('user:MEMBER')).toBeGreaterThan(2)
    await restored[Symbol.asyncDispose]()
  })
})

describe('a backup', () => {
  it('can be read by its owner only, and holds no SECRET_KEY', async () => {
    expect((await stat(path)).mode & 0o777).toBe(0o700)
    const names = await readdir(path)
    const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o777))
    expect(new Set(modes)).toEqual(new Set([0o600]))
    expect(names).toContain('manifest.json.sha256')
  })

  it('contains the rows of one moment, while members write', async () => {
    const node = await startNode({ databaseUrl: source.url })
    const { asha, conversationId } = await pair(node)
    await asha.send(conversationId, 'Before')
    let isFinished = false
    let sending: Promise<void> | null = null
    async function keepSending() {
      for (let sent = 0; !isFinished; sent += 1) await asha.send(conversationId, `During ${sent}`)
    }
    const { path: during } = await backUp(source.url, folder, {
      onProgress({ table, rows }) {
        if (table === 'conversation' && rows !== null) sending ??= keepSending()
      },
    })
    isFinished = true
    await sending
    await node[Symbol.asyncDispose]()
    const again = await createEmptyDatabase()
    await restore(during, again.url)
    const [latest] = await queryOnce<{ consistent: boolean }>(
      again.url,
      `SELECT bool_and(last_message_at = (SELECT max(time) FROM message WHERE conversation_id = conversation.id))
         AS consistent FROM conversation WHERE id = $1`,
      [conversationId],
    )
    expect(latest).toEqual({ consistent: true })
    await again[Symbol.asyncDispose]()
  })

  it('gets its name and its manifest at the end, and leaves no folder behind when it is stopped', async () => {
    const to = await backupsFolder()
    const stopping = new AbortController()
    const seen = new Set<string>()
    const stopped = backUp(source.url, to, {
      signal: stopping.signal,
      onProgress({ table }) {
        if (table !== 'message') return
        for (const name of readdirSync(to, { recursive: true })) seen.add(String(name))
        stopping.abort(new Error('stopped by the operator'))
      },
    })
    await expect(stopped).rejects.toThrow()
    // A process that is killed at this moment leaves these names.
    expect([...seen].filter((name) => !name.includes('.partial') || name.includes('manifest'))).toEqual([])
    expect(seen.size).toBeGreaterThan(1)
    expect(await readdir(to)).toEqual([])
    await rm(to, { recursive: true })
  })

  it('refuses a database without tables', async () => {
    const empty = await createEmptyDatabase()
    await expect(backUp(empty.url, folder)).rejects.toThrow('This database has no tables of Rapport.')
    await empty[Symbol.asyncDispose]()
  })
})
