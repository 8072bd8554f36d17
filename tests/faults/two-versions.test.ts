import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { annotateFigures } from '../kit/annotate-figures.ts'
import { createTestDatabase } from '../kit/database.ts'
import { findMigrationProblems } from '../kit/migration-rules.ts'
import { createNextVersion } from '../kit/next-version.ts'
import { freePort, startRedis } from '../kit/redis-server.ts'
import { startServerProcess } from '../kit/server-process.ts'
import { createPairs } from './campaign/members.ts'
import { withClient } from './campaign/postgres.ts'
import { createReceiver } from './campaign/receiver.ts'
import { type SenderRecord, sendUntil } from './campaign/sender.ts'

/** How many messages each member sends after both versions serve. */
const MESSAGES = 15

/** Adds what the next version uses. The trigger fills it for rows that this version writes. */
const MIGRATIONS = {
  '20990101000000_message_length': `ALTER TABLE "message" ADD COLUMN "length" INTEGER;
CREATE FUNCTION measure_message() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW.length := char_length(NEW.body);
  RETURN NEW;
END $$;
CREATE TRIGGER "message_measured" BEFORE INSERT ON "message" FOR EACH ROW EXECUTE FUNCTION measure_message();
`,
  '20990101000100_opened_index': `-- migration: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS "conversation_opened";
CREATE INDEX CONCURRENTLY "conversation_opened" ON "conversation" ("opened_at");
`,
}

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

describe('an upgrade of one node after the other', () => {
  it('loses and refuses no message while the next version migrates the database and both versions serve', async (context) => {
    for (const [name, sql] of Object.entries(MIGRATIONS))
      expect(await findMigrationProblems(name, sql)).toEqual([])
    const redis = await startRedis()
    if (!redis) return context.skip('redis-server is not installed')
    stack.defer(() => redis.stop())
    const database = stack.use(await createTestDatabase())
    const next = stack.use(await createNextVersion(MIGRATIONS))
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, NODE_ENV: 'test', DEMO: 'off' }
    const start = async (root?: string) => {
      const server = startServerProcess(
        { ...env, RATE_LIMIT_FACTOR: '1000', PORT: String(await freePort()) },
        root ? { cwd: root } : {},
      )
      stack.defer(async () => void (await server.stop()))
      return (await server.ready).url
    }

    const first = await start()
    const pairs = await createPairs({ url: first, databaseUrl: database.url }, 2)
    const sides = pairs.map(({ conversationId, members }) =>
      members.map((member) => ({ member, conversationId, every: 20 })),
    )
    // All of them listen on the first node, wherever the messages are sent.
    const receivers = sides.flat().map((side) => createReceiver(side.member, { ...side, nodes: [first] }))
    const ending = new AbortController()
    const sending: Promise<SenderRecord>[] = []
    const sendOn = (node: string, pair: number) => {
      for (const side of sides[pair] ?? []) sending.push(sendUntil({ ...side, nodes: [node] }, ending.signal))
    }

    sendOn(first, 0)
    sendOn(await start(next.root), 1)
    const progress = () => fewestMessages(database.url)
    await expect.poll(progress).toBeGreaterThan(2 * MESSAGES)
    ending.abort()
    const records = await Promise.all(sending)
    for (const receiver of receivers) await receiver.catchUp()

    for (const record of records) {
      expect([...record.unexpected]).toEqual([])
      expect(record.retries).toBe(0)
      const ids = record.keys.map((key) => [...(record.acknowledged.get(key) ?? [])])
      expect(ids.filter((found) => found.length !== 1)).toEqual([])
      const own = receivers.find(({ member }) => member.id === record.member.id)
      expect(ids.flat().filter((id) => !own?.learned.has(id))).toEqual([])
    }
    for (const receiver of receivers) receiver.close()
    expect(await unmeasuredSinceFirst(database.url)).toBe(0)
    const sent = records.reduce((sum, { keys }) => sum + keys.length, 0)
    await annotateFigures(context, { messages: sent, 'failed requests': 0 })
  })

  it('ends an old version with one sentence once the next version has removed what it uses', async () => {
    const database = stack.use(await createTestDatabase())
    await withClient(database.url, (client) =>
      client.query(`INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs)
        VALUES ('1', 'x', now(), '20990101000000_contract', 'completes 99.0.0')`),
    )
    const server = startServerProcess({ DATABASE_URL: database.url, NODE_ENV: 'test' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toMatch(
      /^This version \(\d+\.\d+\.\d+\) is too old for the database: .* Start version 99\.0\.0 or newer\.\n$/m,
    )
  })
})

const count = (url: string, sql: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(sql)
    return rows[0]?.count ?? Number.NaN
  })

/** The messages of the conversation that has the fewest. */
const fewestMessages = (url: string) =>
  count(
    url,
    `SELECT min(messages)::int AS count FROM (
       SELECT count(message.id) AS messages FROM conversation
       LEFT JOIN message ON message.conversation_id = conversation.id GROUP BY conversation.id
     ) counted`,
  )

/** Messages without the new column, after the first that has it. */
const unmeasuredSinceFirst = (url: string) =>
  count(
    url,
    `SELECT count(*)::int AS count FROM message first JOIN message later
       ON later.conversation_id = first.conversation_id AND later.id > first.id
     WHERE first.length IS NOT NULL AND later.length IS NULL`,
  )
