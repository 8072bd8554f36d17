import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMessageWriter } from '#server/domains/chat/message-writer.ts'
import { listMessages } from '#server/domains/chat/read-messages.ts'
import {
  applyOwnMigrations,
  LATER_MIGRATIONS,
  openUnpartitioned,
  PARTITIONS_MIGRATION,
  partitionsOf,
  runPartitionJob,
} from '../../kit/partitions.ts'
import type { Rows } from '../../kit/rows.ts'
import { isShifted, NEEDS_REAL_CLOCK } from '../../kit/shifted-clock.ts'
import { testPlatform } from '../../kit/test-platform.ts'

const YEAR = new Date().getUTCFullYear() + 5
/** The turn of a month, years after every time that the database itself writes. */
const MARCH = Date.UTC(YEAR, 2)
const SECOND = 1_000
const DAY = 86_400_000
/** The partitions after a run of the job in February. */
const MONTHS = [
  `message_until_${YEAR}_02`,
  `message_${YEAR}_03`,
  `message_${YEAR}_04`,
  `message_${YEAR}_05`,
  'message_later',
]
const EVERYTHING = { afterMessage: '00000000-0000-0000-0000-000000000000', since: new Date(0) }

let rows: Rows
let asha: string
let conversationId: string
let other: pg.Pool
async function open(without?: string) {
  rows = await openUnpartitioned(without === undefined ? {} : { without })
  other = new pg.Pool({ connectionString: rows.url })
  asha = await rows.member()
  conversationId = await rows.conversation(asha, await rows.member())
}
beforeEach(() => open())
afterEach(async () => {
  await other.end()
  await rows[Symbol.asyncDispose]()
})

const platform = testPlatform()
const pool = () => rows.database.pool
const names = async () => (await partitionsOf(pool())).map(([name]) => name)
const write = (time: number, key: string | null = null, body = 'Hello', on: pg.Pool = pool()) =>
  createMessageWriter({ ...platform, pool: on }).write({
    conversationId,
    senderId: asha,
    body,
    time: new Date(time),
    clientMessageId: key,
  })
const bodies = async () =>
  (await rows.database.prisma.message.findMany({ orderBy: { id: 'asc' } })).map(({ body }) => body)
/** Resolves once a transaction waits for a lock of another one. */
const someoneWaits = () =>
  expect
    .poll(async () => {
      const { rowCount } = await other.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rowCount
    })
    .toBeGreaterThan(0)
const report = (status: 'OPEN' | 'DISMISSED', of = conversationId) =>
  pool().query(
    `INSERT INTO report (id, reporter_id, reported_id, conversation_id, reason, evidence, status)
     SELECT gen_random_uuid(), low_user_id, high_user_id, id, 'Rude', '[]', $2::"ReportStatus"
     FROM conversation WHERE id = $1`,
    [of, status],
  )

describe('the partitions of the messages', () => {
  it('cover three months after the current one, and a run without need changes nothing', async () => {
    await runPartitionJob(pool(), MARCH - 20 * DAY)
    expect(await names()).toEqual(MONTHS)
    await runPartitionJob(pool(), MARCH - DAY)
    expect(await names()).toEqual(MONTHS)
    await runPartitionJob(pool(), MARCH)
    expect(await names()).toEqual(MONTHS.toSpliced(4, 0, `message_${YEAR}_06`))
  })

  it('appear once when two nodes run the job at the same time', async () => {
    await Promise.all([pool(), other].map((node) => runPartitionJob(node, MARCH - 20 * DAY)))
    await Promise.all([pool(), other].map((node) => runPartitionJob(node, MARCH + 31 * DAY)))
    expect(await names()).toEqual(MONTHS.toSpliced(4, 0, `message_${YEAR}_06`, `message_${YEAR}_07`))
  })

  it('keep the rows of the table from before, in its place, and their order', async () => {
    await other.end()
    await rows[Symbol.asyncDispose]()
    await open(PARTITIONS_MIGRATION)
    for (const index of [0, 1, 2]) await write(MARCH - 60 * DAY + index, `key ${index}`, `Old ${index}`)
    const placeOf = async (table: string) =>
      (await pool().query(`SELECT pg_relation_filenode('${table}') AS file, min(ctid::text) FROM ${table}`))
        .rows
    const before = await placeOf('message')
    expect(await applyOwnMigrations(rows)).toEqual([PARTITIONS_MIGRATION, ...LATER_MIGRATIONS])
    await write(MARCH - 25 * DAY, null, 'New')
    await runPartitionJob(pool(), MARCH - 20 * DAY)
    expect(await bodies()).toEqual(['Old 0', 'Old 1', 'Old 2', 'New'])
    expect(await placeOf(`message_until_${YEAR}_02`)).toEqual(before)
    expect(await write(MARCH - 20 * DAY, 'key 1', 'Old 1')).toMatchObject({ repeated: true })
  })

  it('take messages that no month covered, without moving them', async () => {
    await runPartitionJob(pool(), MARCH - 20 * DAY)
    await write(MARCH + 95 * DAY, null, 'In June')
    expect((await partitionsOf(pool())).at(-1)).toEqual(['message_later', 1])
    await runPartitionJob(pool(), MARCH + 100 * DAY)
    expect((await partitionsOf(pool())).slice(3)).toEqual([
      [`message_${YEAR}_05`, 0],
      [`message_${YEAR}_06`, 1],
      [`message_${YEAR}_07`, 0],
      [`message_${YEAR}_08`, 0],
      [`message_${YEAR}_09`, 0],
      ['message_later', 0],
    ])
    expect(await bodies()).toEqual(['In June'])
  })

  it('wait for a long transaction without holding up the members', async (context) => {
    if (isShifted()) return context.skip(NEEDS_REAL_CLOCK)
    const holder = await other.connect()
    await holder.query('BEGIN; LOCK TABLE message IN ROW SHARE MODE')
    const done = runPartitionJob(pool(), MARCH - 20 * DAY)
    await someoneWaits()
    expect(await write(MARCH - 20 * DAY)).toMatchObject({ repeated: false })
    await holder.query('COMMIT')
    holder.release()
    await done
    expect(await names()).toEqual(MONTHS)
  })

  it.for([
    { step: 'created', now: MARCH - 20 * DAY, kept: null },
    { step: 'added', now: MARCH + 31 * DAY, kept: null },
    { step: 'dropped', now: MARCH + 62 * DAY, kept: 1 },
  ])(
    'can be $step without a deadlock with a member who reads and then writes',
    async ({ step, now, kept }) => {
      if (step !== 'created') await runPartitionJob(pool(), MARCH - 20 * DAY)
      if (step === 'dropped') await runPartitionJob(pool(), now)
      const member = new pg.Client({ connectionString: rows.url })
      await member.connect()
      await member.query('BEGIN')
      await member.query('SELECT id FROM conversation WHERE id = $1', [conversationId])
      const done = runPartitionJob(pool(), now, kept)
      done.catch(() => undefined)
      await someoneWaits()
      const write = member.query('UPDATE conversation SET last_message_at = now()')
      await expect(write.finally(() => member.end())).resolves.toBeDefined()
      await done
    },
  )
})

describe('messages on both sides of the turn of a month', () => {
  beforeEach(() => runPartitionJob(pool(), MARCH - 20 * DAY))

  it('keep their order across pages', async () => {
    for (const second of [-2, -1, 0, 1]) await write(MARCH + second * SECOND, null, `At ${second}`)
    expect(await partitionsOf(pool())).toMatchObject([[MONTHS[0], 2], [MONTHS[1], 2], {}, {}, {}])
    const read: string[] = []
    for (let before: string | undefined, isLast = false; !isLast; ) {
      const request = { id: conversationId, pageNumber: 0, size: 3, before }
      const page = await listMessages(pool(), asha, EVERYTHING, request)
      read.push(...page.elements.map(({ message }) => message))
      before = page.elements.at(-1)?.id
      isLast = page.last
    }
    expect(read).toEqual(['At 1', 'At 0', 'At -1', 'At -2'])
  })

  it('stay single when a retry comes a week after the first copy', async () => {
    const first = await write(MARCH - SECOND, 'key')
    const { id, repeated } = await write(MARCH + 6 * DAY, 'key')
    expect({ id, repeated }).toEqual({ id: first.id, repeated: true })
    expect(await bodies()).toHaveLength(1)
  })

  it('stay single when the node of the retry has a clock that is behind the conversation', async () => {
    const first = await write(MARCH - SECOND, 'key')
    await write(MARCH + SECOND, null, 'From another node')
    const { id, repeated } = await write(MARCH - SECOND, 'key')
    expect({ id, repeated }).toEqual({ id: first.id, repeated: true })
    expect(await bodies()).toHaveLength(2)
  })

  it('stay single when two nodes write them at the same moment', async () => {
    const holder = await other.connect()
    for (const key of ['one', 'two', 'three']) {
      await pool().query('DELETE FROM message')
      await pool().query('UPDATE conversation SET last_message_at = $1', [new Date(MARCH - DAY)])
      await holder.query('BEGIN')
      await holder.query('SELECT 1 FROM conversation FOR UPDATE')
      const waiting = async (count: number) =>
        expect
          .poll(
            async () =>
              (
                await pool().query(
                  `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
                )
              ).rowCount,
          )
          .toBe(count)
      const first = write(MARCH - SECOND, key)
      await waiting(1)
      const second = write(MARCH + SECOND, key, 'Hello', other)
      await waiting(2)
      await holder.query('COMMIT')
      const [one, two] = await Promise.all([first, second])
      expect(two).toMatchObject({ id: one.id, repeated: true })
      expect(await bodies()).toEqual(['Hello'])
    }
    holder.release()
  })

  it('go to the month after the last one of their conversation, if a clock is behind', async () => {
    await write(MARCH + SECOND, null, 'First')
    const { time } = await write(MARCH - DAY, null, 'Second')
    expect(time.getTime()).toBe(MARCH + SECOND + 1)
    expect(await bodies()).toEqual(['First', 'Second'])
  })
})

describe('the retention of messages', () => {
  const NOW = MARCH + 40 * DAY
  beforeEach(() => runPartitionJob(pool(), MARCH - 20 * DAY))

  it('drops whole months that are older, and no others', async () => {
    for (const time of [MARCH - DAY, MARCH, MARCH + 31 * DAY]) await write(time, null, `At ${time - MARCH}`)
    await runPartitionJob(pool(), NOW, 1)
    expect(await bodies()).toEqual(['At 0', `At ${31 * DAY}`])
    expect((await names()).slice(0, 2)).toEqual(['message_earlier', `message_${YEAR}_03`])
    await runPartitionJob(pool(), NOW)
    expect(await bodies()).toHaveLength(2)
  })

  it('keeps the messages of a conversation with an open report until its decision', async () => {
    await write(MARCH - DAY, null, 'Evidence')
    const reported = conversationId
    conversationId = await rows.conversation(asha, await rows.member())
    await write(MARCH - DAY, null, 'Small talk')
    await report('DISMISSED')
    await report('OPEN', reported)
    await runPartitionJob(pool(), NOW, 1)
    expect(await bodies()).toEqual(['Evidence'])
    await runPartitionJob(pool(), NOW + 31 * DAY, 1)
    expect(await bodies()).toEqual(['Evidence'])
    await pool().query(`UPDATE report SET status = 'DISMISSED', decided_at = now()`)
    await runPartitionJob(pool(), NOW + 31 * DAY, 1)
    expect(await bodies()).toEqual([])
  })

  it('keeps all messages without the setting', async () => {
    await write(MARCH - DAY)
    await runPartitionJob(pool(), MARCH + 1_000 * DAY)
    expect(await bodies()).toHaveLength(1)
  })
})

describe('reading messages from partitions', () => {
  it('looks into the month of the newest page alone', async () => {
    await runPartitionJob(pool(), MARCH - 20 * DAY)
    for (let index = 0; index < 5; index += 1) await write(MARCH - DAY + index)
    for (let index = 0; index < 5; index += 1) await write(MARCH + index)
    const { rows: plan } = await pool().query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) SELECT id FROM message
       WHERE conversation_id = '${conversationId}' AND id < 'ffffffff-ffff-ffff-ffff-ffffffffffff'
       ORDER BY id DESC LIMIT 4`,
    )
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).not.toContain('Sort')
    expect(text).toMatch(new RegExp(`message_until_${YEAR}_02.*never executed`))
    expect(text).toMatch(new RegExp(`message_${YEAR}_03.*rows=4`))
  })
})
