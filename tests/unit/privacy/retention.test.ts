import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { idsBefore, monthsBefore } from '#server/domains/privacy/due-dates.ts'
import { removeErased } from '#server/domains/privacy/removal.ts'
import { createRetention } from '#server/domains/privacy/retention.ts'
import { createEventBus } from '#server/events.ts'
import { createTestClock } from '../../kit/clock.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const NOW = Date.now()
const at = (milliseconds = 0) => new Date(NOW + milliseconds)
const ESSENTIAL = monthsBefore(NOW, 24)

const rows = useStarted(openRows)

const prisma = () => rows.database.prisma
const change = (id: string, data: object) => prisma().user.update({ where: { id }, data })

describe('the smallest id that is kept', () => {
  it('equals that of a time one day later, which is above every id written before', () => {
    for (const date of [at(), new Date(Date.UTC(2001, 0, 1)), new Date(0)]) {
      const bound = idsBefore(date)
      expect(bound).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}(-0{4}){2}-0{12}$/)
      const first = uuidv7({ msecs: date.getTime() + DAY, random: new Uint8Array(16) })
      expect(bound < first).toBe(true)
      expect(bound.slice(0, 13)).toBe(first.slice(0, 13))
    }
  })

  it('uses calendar months, and the last day of a shorter month', () => {
    expect(monthsBefore(Date.UTC(2018, 4, 31, 9), 3)).toEqual(new Date(Date.UTC(2018, 1, 28, 9)))
    expect(monthsBefore(Date.UTC(2018, 0, 15), 1)).toEqual(new Date(Date.UTC(2017, 11, 15)))
  })
})

describe('a sweep', () => {
  function retention() {
    const clock = createTestClock(NOW)
    const events = createEventBus({
      onError(error) {
        throw error
      },
    })
    const closed: string[] = []
    events.on('accountClosed', ({ userId }) => void closed.push(userId))
    const failures: unknown[] = []
    const onFailure = (error: unknown) => void failures.push(error)
    const platform = testPlatform({ database: rows.database, clock, events, onFailure })
    const made = createRetention(platform, {
      signals: { signalDays: 90, mailboxHash: (email) => Buffer.from(email) },
    })
    return { retention: made, closed, failures }
  }

  it('re-announces accounts that were closed in the last two hours', async () => {
    const [lately, before, erased] = [await rows.member(), await rows.member(), await rows.member()]
    await change(lately, { closedAt: at(-2 * HOUR + 1) })
    await change(before, { closedAt: at(-2 * HOUR) })
    await change(erased, { closedAt: at(-1), erasedAt: at() })
    const { retention: made, closed, failures } = retention()
    await made.sweep()
    expect(closed).toEqual([lately])
    expect(failures).toEqual([])
    await prisma().user.updateMany({ data: { closedAt: null } })
  })

  it('runs once at a time on a node, and does nothing while another node sweeps', async () => {
    const asha = await rows.member()
    await change(asha, { closedAt: at() })
    const { retention: made, closed } = retention()
    const other = await rows.database.pool.connect()
    try {
      await other.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('retention'))`)
      await made.sweep()
      expect(closed).toEqual([])
    } finally {
      await other.query('ROLLBACK')
      other.release()
    }
    await Promise.all([made.sweep(), made.sweep()])
    expect(closed).toEqual([asha])
    await made.sweep()
    expect(closed).toEqual([asha, asha])
    await change(asha, { closedAt: null })
  })

  // covers: 9-deletion-within-30-days
  it('runs at the start and each hour after it, until the node stops', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const asha = await rows.member()
      await change(asha, { closedAt: at() })
      const { retention: made, closed } = retention()
      made.start()
      await made.sweep()
      expect(closed).toEqual([asha])
      vi.advanceTimersByTime(HOUR - 1)
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(1)
      await made.sweep()
      expect(closed).toEqual([asha, asha])
      await made.stop()
      expect(vi.getTimerCount()).toBe(0)
      await change(asha, { closedAt: null })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the row of an erased member', () => {
  const remove = async () => {
    const failures: unknown[] = []
    const { pool } = rows.database
    await removeErased({
      pool,
      now: NOW,
      shouldContinue: () => true,
      onError: (error) => failures.push(error),
    })
    expect(failures).toEqual([])
  }
  const isThere = async (id: string) => (await prisma().user.count({ where: { id } })) === 1
  const report = (reporterId: string, reportedId: string, status: 'OPEN' | 'DISMISSED') =>
    prisma().report.create({
      data: { id: uuidv7(), reporterId, reportedId, status, reason: 'x', evidence: [] },
    })

  it('disappears 24 months after they left, not before, and not without the erasure', async () => {
    const [gone, kept, closed] = [await rows.member(), await rows.member(), await rows.member()]
    await change(gone, { closedAt: ESSENTIAL, erasedAt: at() })
    await change(kept, { closedAt: new Date(ESSENTIAL.getTime() + 1), erasedAt: at() })
    await change(closed, { closedAt: ESSENTIAL })
    await remove()
    expect(await Promise.all([gone, kept, closed].map(isThere))).toEqual([false, true, true])
  })

  it('disappears with their conversations and all messages there, and no other conversation', async () => {
    const [gone, partner, third] = [await rows.member(), await rows.member(), await rows.member()]
    const [theirs, others] = [await rows.conversation(gone, partner), await rows.conversation(partner, third)]
    for (const conversationId of [theirs, others])
      await prisma().message.create({
        data: { id: uuidv7(), conversationId, senderId: partner, body: 'Hello', time: at() },
      })
    await change(gone, { closedAt: ESSENTIAL, erasedAt: at() })
    await remove()
    expect(await prisma().message.findMany({ where: { senderId: partner } })).toMatchObject([
      { conversationId: others },
    ])
    expect(await prisma().conversation.count({ where: { id: { in: [theirs, others] } } })).toBe(1)
  })

  it('stays while a report by or about them, or an appeal of the member, is open', async () => {
    const [reporter, reported, appealing, decided, other] = [
      await rows.member(),
      await rows.member(),
      await rows.member(),
      await rows.member(),
      await rows.member(),
    ]
    if (!reporter || !reported || !appealing || !decided || !other) throw new Error('five were stored')
    await report(reporter, other, 'OPEN')
    await report(other, reported, 'OPEN')
    await report(other, decided, 'DISMISSED')
    await report(decided, other, 'DISMISSED')
    const appeal = { actionId: uuidv7(), text: 'x' }
    await prisma().appeal.create({ data: { id: uuidv7(), userId: appealing, ...appeal } })
    for (const id of [reporter, reported, appealing, decided])
      await change(id, { closedAt: ESSENTIAL, erasedAt: at() })
    await remove()
    expect(await Promise.all([reporter, reported, appealing, decided].map(isThere))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
