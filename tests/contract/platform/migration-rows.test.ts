import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { applyMigrations } from '#server/platform/postgres/index.ts'
import { insertVersionRows, readVersionRows, type VersionRows } from '../../kit/version-rows.ts'

const HISTORY = resolve(import.meta.dirname, '../../../prisma/migrations')

interface Step {
  before: VersionRows
  after: VersionRows
}

/** The intended changes of each migration in existing rows. All others change nothing. */
const CHANGED: Record<string, string[]> = {
  '20261128000000_launch_list_expiry': [
    'launch_notification.ip_address changed',
    'launch_notification.user_agent changed',
  ],
  '20261129000100_reset_code_tries': ['password_reset.attempts dropped'],
  '20261130000000_second_factor': ['session.expires changed'],
}

const names = (await readdir(HISTORY)).filter((name) => /^\d/.test(name)).sort()
const later = names.slice(1)
const steps = new Map<string, Step>()

const tableOf = (key: string) => key.slice(0, key.indexOf(' '))

function differencesOf({ before, after }: Step): string[] {
  const found = new Set<string>()
  for (const [key, row] of before) {
    const now = after.get(key)
    if (!now) found.add(`${tableOf(key)} removed`)
    for (const [column, value] of Object.entries(now ? row : {})) {
      const path = `${tableOf(key)}.${column}`
      if (!now || !(column in now)) found.add(`${path} dropped`)
      else if (JSON.stringify(now[column]) !== JSON.stringify(value)) found.add(`${path} changed`)
    }
  }
  return [...found].sort()
}

const stepOf = (name: string): Step => {
  const step = steps.get(name)
  if (!step) throw new Error(`no migration is called ${name}`)
  return step
}
const rowsOf = (rows: VersionRows, table: string) =>
  [...rows].flatMap(([key, row]) => (tableOf(key) === table ? [row] : []))

describe('a migration of a database with existing rows', () => {
  const database = `versions_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(sql)
    await client.end()
  }

  beforeAll(async () => {
    await admin(`CREATE DATABASE ${database}`)
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${database}`
    const directory = await mkdtemp(join(tmpdir(), 'versions-'))
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      for (const [round, name] of names.entries()) {
        const before = await readVersionRows(client)
        await cp(join(HISTORY, name), join(directory, name), { recursive: true })
        expect(await applyMigrations({ url: url.href, directory })).toEqual([name])
        steps.set(name, { before, after: await readVersionRows(client) })
        await insertVersionRows(client, round)
      }
    } finally {
      await client.end()
      await rm(directory, { recursive: true, force: true })
    }
  })
  afterAll(() => admin(`DROP DATABASE ${database} WITH (FORCE)`))

  // covers: beyond-migrations-keep-rows
  it.each(later)('finds rows in every table and changes only the intended ones: %s', (name) => {
    const step = stepOf(name)
    const { rowCount, tables } = sizeOf(step.before)
    // Two members, and at least one row in each table of the first migration.
    expect(rowCount).toBeGreaterThan(tables)
    expect(tables).toBeGreaterThanOrEqual(sizeOf(stepOf(later[0] ?? '').before).tables)
    expect(differencesOf(step)).toEqual(CHANGED[name] ?? [])
  })

  it('lists only existing migrations among those that change rows', () => {
    expect(later).toEqual(expect.arrayContaining(Object.keys(CHANGED)))
  })

  it('sets the charge of existing orders to their price, and schedules their check at once', () => {
    const { after } = stepOf('20261121180000_order_charges')
    const orders = rowsOf(after, 'order')
    expect(orders.length).toBeGreaterThan(0)
    for (const order of orders) {
      expect([order.charged_amount, order.charged_currency]).toEqual([order.amount, order.currency])
      expect(order.next_check).not.toBeNull()
    }
  })

  it('marks existing reports as reports of members, and enables mails about missed messages', () => {
    const { before, after } = stepOf('20261122000000_safety_and_privacy')
    expect(rowsOf(after, 'report').map(({ kind }) => kind)).toEqual(
      rowsOf(before, 'report').map(() => 'MEMBER'),
    )
    expect(rowsOf(after, 'user').map(({ missed_mails }) => missed_mails)).toEqual(
      rowsOf(before, 'user').map(() => true),
    )
  })

  it('shows the read receipts of existing members', () => {
    const { before, after } = stepOf('20261215000000_read_receipts')
    expect(rowsOf(after, 'user').map(({ read_receipts }) => read_receipts)).toEqual(
      rowsOf(before, 'user').map(() => true),
    )
  })

  it('marks existing decisions as mailed', () => {
    const { before, after } = stepOf('20261127010000_decision_mail')
    const mails = rowsOf(after, 'decision_mail')
    const actions = rowsOf(before, 'moderation_action')
    expect(actions.length).toBeGreaterThan(0)
    for (const { id } of actions)
      expect(mails).toContainEqual(expect.objectContaining({ action_id: id, appeal: false, due: null }))
    const appeals = rowsOf(before, 'appeal')
    expect(appeals.length).toBeGreaterThan(0)
    for (const { action_id } of appeals)
      expect(mails).toContainEqual(expect.objectContaining({ action_id, appeal: true, due: null }))
  })

  it('forgets the origin of a launch list entry that was mailed', () => {
    const { before, after } = stepOf('20261128000000_launch_list_expiry')
    expect(rowsOf(before, 'launch_notification')[0]).toMatchObject({ ip_address: expect.any(String) })
    for (const entry of rowsOf(after, 'launch_notification'))
      expect(entry).toMatchObject({ notified: true, ip_address: null, user_agent: null })
  })

  it('keeps existing mailed codes for the verification of an address', () => {
    const { before, after } = stepOf('20261129000000_verification_purpose')
    expect(rowsOf(after, 'email_verification').map(({ purpose }) => purpose)).toEqual(
      rowsOf(before, 'email_verification').map(() => 'VERIFY'),
    )
  })

  it('limits existing sessions to 90 days from their start', () => {
    const { after } = stepOf('20261130000000_second_factor')
    const days = rowsOf(after, 'session').map(
      ({ created, expires }) => (Date.parse(String(expires)) - Date.parse(String(created))) / 86_400_000,
    )
    expect(days.length).toBeGreaterThan(0)
    expect(new Set(days)).toEqual(new Set([90]))
  })

  it('gives existing conversations the time of their newest message', () => {
    const { before, after } = stepOf('20261201000000_message_order')
    const times = new Map(
      rowsOf(before, 'message').map(({ conversation_id, id }) => [
        conversation_id,
        Number.parseInt(String(id).replaceAll('-', '').slice(0, 12), 16),
      ]),
    )
    const conversations = rowsOf(after, 'conversation')
    expect(conversations.length).toBeGreaterThan(0)
    for (const { id, last_message_at } of conversations)
      expect(Date.parse(String(last_message_at))).toBe(times.get(id))
  })
})

const sizeOf = (rows: VersionRows) => ({
  rowCount: rows.size,
  tables: new Set([...rows.keys()].map(tableOf)).size,
})
