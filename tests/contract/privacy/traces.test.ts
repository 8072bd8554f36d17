import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { requestExport } from '../../kit/data-export.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { answerOf, deleteAccount, finishFirstSweep, logIn, PASSWORD } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const DAY = 24 * 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(async () => {
  await finishFirstSweep(node)
})

const prisma = () => node.app.context.database.prisma

/** Every row of every table, as text. The evidence of reports is kept on purpose, and left out. */
async function everyRow(): Promise<{ table: string; row: string }[]> {
  const { pool } = node.app.context.database
  const tables = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = format('%I', table_name)::regclass)`,
  )
  const rows: { table: string; row: string }[] = []
  for (const { name } of tables.rows) {
    const found = await pool.query<{ row: string }>(
      `SELECT (to_jsonb(one) - 'evidence')::text AS row FROM "${name}" one`,
    )
    rows.push(...found.rows.map(({ row }) => ({ table: name, row })))
  }
  return rows
}

interface Scene {
  me: Person
  other: Person
  conversationId: string
  /** A unique text, which must not be found after the erasure. */
  secret(): string
}

/**
 * Tables that may name the erased account by its id, which then leads to an empty row alone: the conversations of its
 * partners, their blocks, and reports that were decided.
 */
const KEEP_THE_ID = ['block', 'conversation', 'conversation_member', 'report', 'user']

/** All actions that leave traces of a member. */
const ACTS: Record<string, (scene: Scene) => Promise<unknown>> = {
  says: ({ me, conversationId, secret }) => me.send(conversationId, secret(), crypto.randomUUID()),
  answers: ({ other, conversationId }) => other.send(conversationId, 'An answer of somebody else'),
  clears: ({ me, conversationId }) => me.call('PUT', `/api/v1/conversation/${conversationId}/clear`),
  blocks: ({ me, other }) => me.call('POST', '/api/v1/blocks', { userId: other.id }),
  isBlocked: ({ me, other }) => other.call('POST', '/api/v1/blocks', { userId: me.id }),
  async isReported({ me, other }) {
    await other.call('POST', '/api/user/report/true', { reportedUserId: me.id, reason: 'Unkind' })
    await prisma().report.updateMany({
      where: { status: 'OPEN' },
      data: { status: 'ACTED', decidedAt: new Date(clock.now()) },
    })
  },
  isHeld: ({ me, conversationId, secret }) =>
    prisma().heldMessage.create({
      data: { id: uuidv7(), conversationId, senderId: me.id, body: secret(), rule: 'a rule' },
    }),
  isNoted: ({ me, secret }) =>
    prisma().moderatorNote.create({ data: { id: uuidv7(), userId: me.id, text: secret() } }),
  isNotified: ({ me, secret }) =>
    prisma().notification.create({
      data: { id: uuidv7(), userId: me.id, heading: 'To you', body: secret() },
    }),
  isNamedToOthers: ({ me, other, conversationId }) =>
    prisma().notification.create({
      data: {
        id: uuidv7(),
        userId: other.id,
        heading: `${me.user.displayName} wrote to you`,
        body: 'While you were away',
        conversationId,
      },
    }),
  visits: ({ me, other }) =>
    me.call('POST', '/api/v1/profile-visitor', {
      profileOwnerId: other.id,
      visitType: 'login',
      location: { latitude: 52.5, longitude: 13.4 },
    }),
  logsInAgain: ({ me, secret }) => logIn(node, me, { headers: { 'user-agent': secret() } }),
  changesProfile: ({ me, secret }) =>
    me.call('PUT', '/api/v1/user', {
      id: me.id,
      displayName: me.user.displayName,
      interests: [secret()],
      lookingFor: ['Dating'],
      nearBy: true,
      age: 40,
      filterByGender: null,
    }),
  joinsLaunchList: ({ me }) =>
    call(node.url, 'POST', '/api/v1/launch-notifications', { body: { email: me.user.userName } }),
  forgetsPassword: ({ me }) =>
    call(node.url, 'POST', '/password/reset', {
      body: { user: me.user.userName, origin: 'http://localhost:0' },
    }),
  async exports({ me }) {
    await answerOf(node, me, '{ dataExports { id } }')
    await requestExport(node, me)
    await node.app.context.privacy.makeExports()
  },
}

const act = fc.constantFrom(...Object.keys(ACTS))

describe('any sequence of actions', () => {
  // covers: beyond-erasure-leaves-no-trace
  it('leaves no name or words of an erased member in any table', { timeout: 120_000 }, async () => {
    let count = 0
    const property = fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 25 }), async (names) => {
      count += 1
      const tag = `${process.pid}x${count}`
      const interests = [`Shared by two ${tag}`]
      const phone = `+4915${String(100_000_000 + count)}`
      const me = await join(node, { displayName: `Trace of ${tag}`, phone, interests })
      const other = await join(node, { interests })
      await me.findMatch()
      const conversationId = (await other.findMatch()).conversation?.id ?? ''
      const words: string[] = []
      const secret = () => {
        words.push(`word ${tag} ${words.length};`)
        return words.at(-1) ?? ''
      }
      // Refused actions, such as a message across a block, leave no trace either.
      for (const name of names) {
        await ACTS[name]?.({ me, other, conversationId, secret }).catch(() => undefined)
      }
      const theirs = () => prisma().message.count({ where: { senderId: other.id } })
      const before = await theirs()

      const isFound = ({ row }: { row: string }) =>
        [me.user.userName, phone, me.user.displayName, ...words].some((text) => row.includes(text))
      expect((await everyRow()).filter(isFound).length).toBeGreaterThan(0)
      expect((await deleteAccount(node, me, PASSWORD)).errors).toEqual([])
      clock.advance(31 * DAY)
      await node.app.context.privacy.sweep()
      const rows = await everyRow()
      expect(rows.filter(isFound)).toEqual([])
      const naming = rows.filter(({ row }) => row.includes(me.id)).map(({ table }) => table)
      expect(naming.filter((table) => !KEEP_THE_ID.includes(table))).toEqual([])
      expect(await prisma().block.count({ where: { blockerId: me.id } })).toBe(0)
      expect(await theirs()).toBe(before)
    })
    const every = Object.keys(ACTS)
    await fc.assert(property, {
      numRuns: 12,
      // One run with every action. Blocks are last, because they end what follows.
      examples: [[[...every.filter((name) => !/block|report/i.test(name)), 'isReported', 'blocks']]],
    })
  })
})
