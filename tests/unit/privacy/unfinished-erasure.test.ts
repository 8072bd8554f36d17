import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { SweepStopped } from '#server/domains/privacy/batches.ts'
import { monthsBefore } from '#server/domains/privacy/due-dates.ts'
import { eraseDue } from '#server/domains/privacy/erasure.ts'
import { createRetention } from '#server/domains/privacy/retention.ts'
import { createTestClock } from '../../kit/clock.ts'
import { runBehindLock } from '../../kit/held-lock.ts'
import { openRows, type Rows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { recordTombstones } from '../../kit/tombstones.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const NOW = Date.now()
const at = (milliseconds = 0) => new Date(NOW + milliseconds)

const rows = useStarted(openRows)

const prisma = () => rows.database.prisma
const change = (id: string, data: object) => prisma().user.update({ where: { id }, data })
const memberOf = (id: string) => prisma().user.findUniqueOrThrow({ where: { id } })
const isErased = async (id: string) => (await memberOf(id)).erasedAt !== null

/** Runs the sweep as if `later` milliseconds had passed. Returns the failures. */
async function sweep({
  later = 0,
  shouldContinue = (): boolean => true,
  signalDays = 90,
  mailboxHash = (email: string) => Buffer.from(email),
} = {}) {
  const failures: unknown[] = []
  const onError = (error: unknown) => void failures.push(error)
  const { pool } = rows.database
  const signals = { signalDays, mailboxHash, tombstones: recordTombstones() }
  await eraseDue({ pool, now: NOW + later, shouldContinue, onError }, signals)
  return failures
}

async function dueMember(changes: object = {}) {
  const id = await rows.member()
  await change(id, { eraseAfter: at(), ...changes })
  return id
}

async function reported(reportedId: string, conversationId?: string) {
  const id = uuidv7()
  const about = { reportedId, reason: 'Rude', evidence: [], conversationId: conversationId ?? null }
  await prisma().report.create({ data: { id, reporterId: await rows.member(), ...about } })
  const decide = (decidedAt: Date) =>
    prisma().report.update({ where: { id }, data: { status: 'DISMISSED', decidedAt } })
  return { id, decide }
}

const said = (conversationId: string, senderId: string) =>
  prisma().message.create({ data: { id: uuidv7(), conversationId, senderId, body: 'Hello', time: at() } })

describe('an erasure', () => {
  it('waits until every report about the member is decided', async () => {
    const asha = await dueMember()
    const reports = [await reported(asha), await reported(asha)]
    for (const { decide } of reports) {
      expect(await sweep()).toEqual([])
      expect(await isErased(asha)).toBe(false)
      await decide(at())
    }
    await sweep()
    expect(await isErased(asha)).toBe(true)
  })

  it('waits until an appeal of the member is decided', async () => {
    const asha = await dueMember()
    const id = uuidv7()
    await prisma().appeal.create({ data: { id, userId: asha, actionId: uuidv7(), text: 'x' } })
    await sweep()
    expect(await isErased(asha)).toBe(false)
    await prisma().appeal.update({ where: { id }, data: { status: 'UPHELD', decidedAt: at() } })
    await sweep()
    expect(await isErased(asha)).toBe(true)
  })

  it('does not wait for a report by the member', async () => {
    const asha = await dueMember()
    await prisma().report.create({
      data: { id: uuidv7(), reporterId: asha, reportedId: await rows.member(), reason: 'x', evidence: [] },
    })
    await sweep()
    expect(await isErased(asha)).toBe(true)
  })

  it('does not happen when the member logs in while it begins', async () => {
    const asha = await dueMember({ closedAt: at(), active: false })
    const failures = await runBehindLock(rows.database.pool, {
      lock: (holder) =>
        holder.query('UPDATE "user" SET erase_after = NULL, closed_at = NULL, active = true WHERE id = $1', [
          asha,
        ]),
      work: () => sweep(),
      change: async () => undefined,
    })
    expect(failures).toEqual([])
    expect(await memberOf(asha)).toMatchObject({
      userName: `${asha}@example.com`,
      displayName: 'Asha',
      passwordHash: 'none',
      erasedAt: null,
    })
  })

  it('continues for others when it fails for one member, and is repeated', async () => {
    const [asha, ben] = [await dueMember(), await dueMember()]
    const broken = new Error('no hash')
    const failures = await sweep({
      mailboxHash(email) {
        if (email.startsWith(asha)) throw broken
        return Buffer.from(email)
      },
    })
    expect(failures).toEqual([broken])
    expect([await isErased(asha), await isErased(ben)]).toEqual([false, true])
    expect(await sweep()).toEqual([])
    expect(await isErased(asha)).toBe(true)
  })
})

describe('an erasure that was begun', () => {
  it('closes the login for good, and is finished by a later sweep in spite of a new report', async () => {
    const asha = await dueMember()
    await prisma().session.create({
      data: { id: uuidv7(), userId: asha, tokenHash: new Uint8Array(32), expires: at(DAY) },
    })
    let steps = 0
    // The node stops after the account was closed, before any row of it was deleted.
    const stopping = sweep({
      shouldContinue: () => {
        steps += 1
        return steps === 1
      },
    })
    await expect(stopping).rejects.toBeInstanceOf(SweepStopped)
    const begun = { passwordHash: 'erased', userName: `deleted-${asha}@deleted.invalid`, erasedAt: null }
    expect(await memberOf(asha)).toMatchObject(begun)
    expect(await prisma().session.count({ where: { userId: asha } })).toBe(1)
    await reported(asha)
    await change(asha, { suspendedUntil: at(200 * DAY) })
    expect(await sweep()).toEqual([])
    expect(await isErased(asha)).toBe(true)
    expect(await prisma().session.count({ where: { userId: asha } })).toBe(0)
  })

  it('keeps no signal of the placeholder address', async () => {
    const asha = await dueMember({ passwordHash: 'erased', bannedAt: at(-DAY) })
    await change(asha, { userName: `deleted-${asha}@deleted.invalid` })
    await sweep()
    expect(await isErased(asha)).toBe(true)
    expect(await prisma().banSignal.count({ where: { userId: asha } })).toBe(0)
  })

  it('ends once, and keeps the date of the first sweep', async () => {
    const asha = await dueMember()
    await sweep()
    await sweep({ later: DAY })
    expect((await memberOf(asha)).erasedAt).toEqual(at())
  })
})

describe('the signal of an erased member', () => {
  const signalOf = async (userId: string) =>
    (await prisma().banSignal.findFirst({ where: { userId, kind: 'email' } }))?.expires ?? null

  it('stays for the longer of two reasons', async () => {
    for (const [days, expected] of [
      [30, 90],
      [120, 120],
    ] as const) {
      const asha = await dueMember({ bannedAt: at(-DAY) })
      const hash = new Uint8Array(Buffer.from(`${asha}@example.com`))
      await prisma().banSignal.create({
        data: { kind: 'email', hash, userId: asha, expires: at(days * DAY) },
      })
      await sweep()
      expect(await signalOf(asha)).toEqual(at(expected * DAY))
    }
  })

  it('disappears when the operator keeps none, and for a reversed strike', async () => {
    const banned = await dueMember({ bannedAt: at(-DAY) })
    await sweep({ signalDays: 0 })
    const pardoned = await dueMember()
    const strike = { userId: pardoned, actionId: uuidv7(), expires: at(30 * DAY), revokedAt: at() }
    await prisma().strike.create({ data: { id: uuidv7(), ...strike } })
    await sweep()
    expect([await isErased(banned), await signalOf(banned)]).toEqual([true, null])
    expect([await isErased(pardoned), await signalOf(pardoned)]).toEqual([true, null])
  })
})

describe('the messages of an erased member', () => {
  const messagesIn = (conversationId: string) => prisma().message.findMany({ where: { conversationId } })

  it('stay in a conversation with an open report, and disappear once it is decided', async () => {
    const [asha, ben] = [await dueMember(), await rows.member()]
    const [about, elsewhere] = [
      await rows.conversation(asha, ben),
      await rows.conversation(asha, await rows.member()),
    ]
    for (const conversationId of [about, elsewhere]) await said(conversationId, asha)
    await said(about, ben)
    // About the partner: a report about the member would postpone the erasure.
    const report = await reported(ben, about)
    await sweep()
    expect(await isErased(asha)).toBe(true)
    expect(await messagesIn(about)).toHaveLength(2)
    expect(await messagesIn(elsewhere)).toEqual([])
    await report.decide(at(DAY))
    await sweep({ later: DAY })
    expect(await messagesIn(about)).toMatchObject([{ senderId: ben }])
  })

  it('stay while one of several reports on their conversation is open', async () => {
    const [asha, ben] = [await dueMember(), await rows.member()]
    const conversationId = await rows.conversation(asha, ben)
    await said(conversationId, asha)
    const [first, second] = [await reported(ben, conversationId), await reported(ben, conversationId)]
    await first.decide(at())
    await sweep()
    expect(await messagesIn(conversationId)).toHaveLength(1)
    await second.decide(at())
    await sweep()
    expect(await messagesIn(conversationId)).toEqual([])
  })

  it('do not include those of a member who is not erased, which stay after the decision of a report', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    const conversationId = await rows.conversation(asha, ben)
    await said(conversationId, asha)
    await (await reported(ben, conversationId)).decide(at())
    await sweep()
    expect(await messagesIn(conversationId)).toHaveLength(1)
  })
})

describe('a sweep of the node', () => {
  function retention(pool: object = rows.database.pool) {
    const failures: unknown[] = []
    const platform = testPlatform({
      pool: pool as Rows['database']['pool'],
      clock: createTestClock(NOW),
      onFailure: (error) => void failures.push(error),
    })
    const made = createRetention(platform, {
      signals: { signalDays: 90, mailboxHash: (email) => Buffer.from(email) },
    })
    return { retention: made, failures }
  }
  const failing = (part: string, error: Error) => ({
    connect: () => rows.database.pool.connect(),
    query: (text: string, values: unknown[]) =>
      text.includes(part) ? Promise.reject(error) : rows.database.pool.query(text, values),
  })

  it.each([
    ['telling of closed accounts', 'closed_at > $1'],
    ['erasing', 'SELECT id FROM "user" person WHERE person.erased_at IS NULL'],
    ['removing what was kept of erased members', 'WHERE closed_at <= $1 AND erased_at IS NOT NULL'],
  ])('reports a failure of %s, and continues with the rest', async (_, part) => {
    const [asha, gone] = [await dueMember(), await rows.member()]
    await change(gone, { closedAt: monthsBefore(NOW, 24), erasedAt: at() })
    await prisma().dataExport.create({ data: { id: uuidv7(), userId: await rows.member(), expires: at() } })
    const broken = new Error('no answer')
    const { retention: made, failures } = retention(failing(part, broken))
    await made.sweep()
    expect(failures).toEqual([broken])
    expect(await prisma().dataExport.count()).toBe(0)
    expect(await isErased(asha)).toBe(!part.startsWith('SELECT id'))
    expect(await prisma().user.count({ where: { id: gone } })).toBe(part.startsWith('WHERE closed') ? 1 : 0)
    await retention().retention.sweep()
  })

  it('reports each failure to connect, and tries again in the next run', async () => {
    const broken = new Error('no connection')
    const connect = () => Promise.reject(broken)
    const { retention: made, failures } = retention({ ...failing('', broken), connect })
    await made.sweep()
    await made.sweep()
    expect(failures).toEqual([broken, broken])
  })

  it('ends without a failure when the node stops', async () => {
    const asha = await dueMember()
    const { retention: made, failures } = retention()
    await made.stop()
    await made.sweep()
    expect(failures).toEqual([])
    expect(await isErased(asha)).toBe(false)
    await retention().retention.sweep()
  })
})
