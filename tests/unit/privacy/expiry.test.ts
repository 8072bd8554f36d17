import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { SweepStopped } from '#server/domains/privacy/batches.ts'
import { monthsBefore } from '#server/domains/privacy/due-dates.ts'
import { removeExpired } from '#server/domains/privacy/expiry.ts'
import { poolWith } from '../../kit/pool-double.ts'
import { openRows, type Rows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000
const NOW = Date.now()
const at = (milliseconds = 0) => new Date(NOW + milliseconds)
const daysAgo = (days: number) => NOW - days * DAY
const monthsAgo = (months: number) => monthsBefore(NOW, months).getTime()
const bytes = () => new Uint8Array(crypto.getRandomValues(new Uint8Array(32)))

const rows = useStarted(openRows)
let userId: string
beforeEach(async () => {
  userId = await rows.member()
})

const prisma = () => rows.database.prisma

async function sweep(
  shouldContinue = () => true,
  pool: Pick<Rows['database']['pool'], 'query'> = rows.database.pool,
) {
  const failures: unknown[] = []
  await removeExpired({ pool, now: NOW, shouldContinue, onError: (error) => failures.push(error) })
  return failures
}

/** Returns the data of a report about the member by another. */
const aReport = async () => ({
  reporterId: await rows.member(),
  reportedId: userId,
  reason: 'Rude',
  evidence: [{ message: 'What was said' }],
})

/** Stores a row for each time, sweeps, and returns the times whose rows are left. */
async function leftOf(
  moments: number[],
  store: (moment: Date, id: string) => Promise<unknown>,
  isLeft: (id: string) => Promise<number>,
) {
  // Ids contain the time at which their rows were written.
  const ids = moments.map((msecs) => uuidv7({ msecs }))
  for (const [index, moment] of moments.entries()) await store(new Date(moment), ids[index] ?? '')
  expect(await sweep()).toEqual([])
  const left = await Promise.all(ids.map(isLeft))
  return moments.filter((_, index) => left[index])
}

describe('a session', () => {
  const store = (dates: (moment: Date) => object) => (moment: Date, id: string) =>
    prisma().session.create({ data: { id, userId, tokenHash: bytes(), expires: moment, ...dates(moment) } })
  const isLeft = (id: string) => prisma().session.count({ where: { id } })
  const due = daysAgo(90)

  it('disappears 90 days after it expired', async () => {
    expect(
      await leftOf(
        [due - 1, due, NOW + DAY],
        store(() => ({})),
        isLeft,
      ),
    ).toEqual([due, NOW + DAY])
  })

  it('disappears 90 days after its member ended it, before it would have expired', async () => {
    const ended = store((revokedAt) => ({ revokedAt, expires: new Date(revokedAt.getTime() + 30 * DAY) }))
    expect(await leftOf([due - 1, due], ended, isLeft)).toEqual([due])
  })
})

describe('a mailed code', () => {
  const due = daysAgo(30)
  const [used, expired] = [
    (moment: Date) => ({ usedAt: moment, expires: at(DAY) }),
    (moment: Date) => ({ expires: moment }),
  ]

  it.each([
    ['was used', used],
    ['expired', expired],
  ])('disappears 30 days after it %s', async (_, dates) => {
    const verification = (moment: Date, id: string) =>
      prisma().emailVerification.create({ data: { id, userId, codeHash: bytes(), ...dates(moment) } })
    const reset = (moment: Date, id: string) =>
      prisma().passwordReset.create({ data: { id, userId, tokenHash: bytes(), ...dates(moment) } })
    expect(
      await leftOf([due - 1, due], verification, (id) => prisma().emailVerification.count({ where: { id } })),
    ).toEqual([due])
    expect(
      await leftOf([due - 1, due], reset, (id) => prisma().passwordReset.count({ where: { id } })),
    ).toEqual([due])
  })

  it('stays while it is neither used nor expired, however old it is', async () => {
    const waiting = daysAgo(400)
    const store = (_: Date, id: string) =>
      prisma().emailVerification.create({ data: { id, userId, codeHash: bytes(), expires: at(DAY) } })
    const isLeft = (id: string) => prisma().emailVerification.count({ where: { id } })
    expect(await leftOf([waiting], store, isLeft)).toEqual([waiting])
  })
})

describe('two-step login', () => {
  it('disappears a day after an unconfirmed start', async () => {
    const members = [await rows.member(), await rows.member(), await rows.member()]
    const dates = [
      { created: new Date(daysAgo(1) - 1) },
      { created: new Date(daysAgo(1)) },
      { created: new Date(daysAgo(100)), confirmedAt: at() },
    ]
    for (const [index, owner] of members.entries())
      await prisma().secondFactor.create({
        data: { userId: owner, secret: bytes(), created: at(), ...dates[index] },
      })
    expect(await sweep()).toEqual([])
    const left = await prisma().secondFactor.findMany({ where: { userId: { in: members } } })
    expect(left.map((one) => one.userId).sort()).toEqual(members.slice(1).sort())
  })
})

describe('a row with its own expiry date', () => {
  it('disappears at that date: an export and a ban signal', async () => {
    const days = [at(), at(1)]
    for (const expires of days) {
      await prisma().dataExport.create({ data: { id: uuidv7(), userId, expires } })
      await prisma().banSignal.create({ data: { kind: 'email', hash: bytes(), userId, expires } })
    }
    expect(await sweep()).toEqual([])
    const left = [{ expires: at(1) }]
    expect(await prisma().dataExport.findMany({ where: { userId } })).toMatchObject(left)
    expect(await prisma().banSignal.findMany({ where: { userId } })).toMatchObject(left)
  })

  it('disappears at that date: a claim on a report', async () => {
    const reportOf = async () => {
      const id = uuidv7()
      await prisma().report.create({ data: { id, ...(await aReport()) } })
      return id
    }
    const [ended, lasting] = [await reportOf(), await reportOf()]
    await prisma().reportClaim.createMany({
      data: [
        { reportId: ended, userId, expires: at() },
        { reportId: lasting, userId, expires: at(1) },
      ],
    })
    expect(await sweep()).toEqual([])
    expect(await prisma().reportClaim.findMany()).toMatchObject([{ reportId: lasting }])
  })
})

describe("a record of a member's activity", () => {
  it('disappears after twelve months: a sign-in and a notification', async () => {
    const due = monthsAgo(12)
    const visit = (visitTime: Date, id: string) =>
      prisma().profileVisitor.create({
        data: { id, visitorId: userId, profileOwnerId: userId, visitType: 'login', visitTime },
      })
    const notification = (created: Date, id: string) =>
      prisma().notification.create({ data: { id, userId, heading: 'x', body: 'x', created } })
    expect(
      await leftOf([due - 1, due], visit, (id) => prisma().profileVisitor.count({ where: { id } })),
    ).toEqual([due])
    expect(
      await leftOf([due - 1, due], notification, (id) => prisma().notification.count({ where: { id } })),
    ).toEqual([due])
  })
})

describe('a held message', () => {
  it.each(['RELEASED', 'REFUSED'] as const)('disappears 90 days after it was %s', async (status) => {
    const conversationId = await rows.conversation(userId, await rows.member())
    const due = daysAgo(90)
    const store = (decidedAt: Date, id: string) =>
      prisma().heldMessage.create({
        data: { id, conversationId, senderId: userId, body: 'x', rule: 'x', status, decidedAt },
      })
    const isLeft = (id: string) => prisma().heldMessage.count({ where: { id } })
    expect(await leftOf([due - 1, due], store, isLeft)).toEqual([due])
  })

  it('stays while it is undecided', async () => {
    const conversationId = await rows.conversation(userId, await rows.member())
    const store = (created: Date, id: string) =>
      prisma().heldMessage.create({
        data: { id, conversationId, senderId: userId, body: 'x', rule: 'x', created },
      })
    const isLeft = (id: string) => prisma().heldMessage.count({ where: { id } })
    const long = daysAgo(1_000)
    expect(await leftOf([long], store, isLeft)).toEqual([long])
  })
})

describe('an entry of the launch list', () => {
  const entry = async (timestamp: number, changes: object = {}) => {
    const id = uuidv7()
    await prisma().launchNotification.create({
      data: { id, email: `${id}@example.com`, timestamp: new Date(timestamp), ...changes },
    })
    return id
  }
  const storedOf = (id: string) => prisma().launchNotification.findUnique({ where: { id } })

  it.each([
    ['address', { ipAddress: '203.0.113.7' }],
    ['browser', { userAgent: 'Firefox' }],
    ['place', { city: 'Pune', state: 'Maharashtra', country: 'India' }],
  ])('loses its %s after 90 days, and is kept itself', async (_, origin) => {
    const [due, kept] = [await entry(daysAgo(90) - 1, origin), await entry(daysAgo(90), origin)]
    expect(await sweep()).toEqual([])
    const empty = { ipAddress: null, userAgent: null, city: null, state: null, country: null }
    expect(await storedOf(due)).toMatchObject({ email: `${due}@example.com`, ...empty })
    expect(await storedOf(kept)).toMatchObject(origin)
  })

  it('disappears twelve months after its mail, or 24 months after its creation', async () => {
    const mailed = (notifiedAt: number) => ({ notified: true, notifiedAt: new Date(notifiedAt) })
    const [gone, left] = [
      [await entry(monthsAgo(14), mailed(monthsAgo(12) - 1)), await entry(monthsAgo(24) - 1)],
      [await entry(monthsAgo(14), mailed(monthsAgo(12))), await entry(monthsAgo(24))],
    ]
    expect(await sweep()).toEqual([])
    for (const id of gone) expect(await storedOf(id)).toBeNull()
    for (const id of left) expect(await storedOf(id)).toMatchObject({ id })
  })
})

describe('a moderation record', () => {
  const due = monthsAgo(24)
  const hasEvidence = (id: string) =>
    prisma().report.count({ where: { id, NOT: { evidence: { equals: [] } } } })

  it('loses the evidence of a report 24 months after the decision, and lasts longer itself', async () => {
    const report = await aReport()
    const store = (decidedAt: Date, id: string) =>
      prisma().report.create({ data: { id, ...report, status: 'ACTED', decidedAt } })
    expect(await leftOf([due - 1, due], store, hasEvidence)).toEqual([due])
    expect(await prisma().report.count({ where: { reportedId: userId } })).toBe(2)
  })

  it('keeps the evidence of an open report, however old it is', async () => {
    const report = await aReport()
    const store = (created: Date, id: string) => prisma().report.create({ data: { id, ...report, created } })
    expect(await leftOf([due - DAY], store, hasEvidence)).toEqual([due - DAY])
  })

  it('stays for 24 months when it is a note', async () => {
    const store = (created: Date, id: string) =>
      prisma().moderatorNote.create({ data: { id, userId, text: 'x', created } })
    const isLeft = (id: string) => prisma().moderatorNote.count({ where: { id } })
    expect(await leftOf([due - 1, due], store, isLeft)).toEqual([due])
  })

  it('stays in the audit log for 24 months, and while the member exists', async () => {
    const gone = uuidv7()
    const store = (subjectId: string | null) => (moment: Date, id: string) =>
      prisma().moderationAction.create({ data: { id, kind: 'WARN', subjectId, reason: 'x', at: moment } })
    const isLeft = (id: string) => prisma().moderationAction.count({ where: { id } })
    expect(await leftOf([due - 1, due], store(gone), isLeft)).toEqual([due])
    expect(await leftOf([due - 1], store(userId), isLeft)).toEqual([due - 1])
    expect(await leftOf([due - 1], store(null), isLeft)).toEqual([due - 1])
  })
})

describe('a sweep of expired rows', () => {
  it('removes more than one batch', async () => {
    await rows.database.pool.query(
      `INSERT INTO ban_signal (kind, hash, user_id, expires)
       SELECT 'device', sha256(number::text::bytea), $1, $2 FROM generate_series(1, 2001) number`,
      [userId, at()],
    )
    expect(await sweep()).toEqual([])
    expect(await prisma().banSignal.count({ where: { userId } })).toBe(0)
  })

  it('continues with the next kind of row after a failure', async () => {
    const broken = new Error('the table is locked')
    const { pool } = rows.database
    const query = (text: string, values: unknown[]) =>
      text.includes('DELETE FROM data_export') ? Promise.reject(broken) : pool.query(text, values)
    await prisma().banSignal.create({ data: { kind: 'email', hash: bytes(), userId, expires: at() } })
    expect(await sweep(undefined, poolWith({ query }))).toEqual([broken])
    expect(await prisma().banSignal.count({ where: { userId } })).toBe(0)
  })

  it('removes nothing once the node stops', async () => {
    await prisma().banSignal.create({ data: { kind: 'email', hash: bytes(), userId, expires: at() } })
    const failures = await sweep(() => false)
    expect(failures.every((one) => one instanceof SweepStopped)).toBe(true)
    expect(await prisma().banSignal.count({ where: { userId } })).toBe(1)
  })
})
