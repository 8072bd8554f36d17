import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReportCategory } from '#schema/chat.ts'
import { isUrgentText } from '#server/domains/abuse/index.ts'
import { findSentence } from '#server/domains/abuse/text/find-sentence.ts'
import { createMessageFilter } from '#server/domains/abuse/text/message-filter.ts'
import { createAutomaticReports } from '#server/domains/moderation/index.ts'
import { type MemberReport, reportMember } from '#server/domains/moderation/reports/report-member.ts'
import { createEventRecorder, type EventRecorder } from '../../kit/event-recorder.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** The database's own clock sets the time of a report. */
const NOW = Date.now()
const at = (milliseconds = 0) => new Date(NOW + milliseconds)
const code = (expected: string) => expect.objectContaining({ code: expected })

const rows = useStarted(openRows)
let log: EventRecorder
let pauses: string[][]
beforeEach(() => {
  log = createEventRecorder('userBlocked', 'moderationChanged')
  pauses = []
})

const prisma = () => rows.database.prisma
const reports = (reporters = 0) => {
  const platform = testPlatform({
    database: rows.database,
    clock: { now: () => NOW },
    events: log.events,
    rateLimitFactor: 1_000,
  })
  const reporting = {
    ...platform,
    isUrgentText,
    automaticReports: createAutomaticReports(platform),
    autoPause: { reporters, pause: async (...values: string[]) => void pauses.push(values) },
  }
  return { report: (report: MemberReport) => reportMember(reporting, report) }
}
const storedOf = (reportedId: string) =>
  prisma().report.findMany({ where: { reportedId }, orderBy: { id: 'asc' } })

/** A member who has a conversation with `subject`, and an account that is `age` milliseconds old. */
async function partnerOf(subject: string, age = 30 * DAY) {
  const id = await rows.member()
  await prisma().user.update({ where: { id }, data: { created: at(-age) } })
  return { id, conversationId: await rows.conversation(id, subject) }
}

/** A report by a new partner, whose account is `age` milliseconds old. */
async function send(
  to: ReturnType<typeof reports>,
  reportedId: string,
  { reason = 'x', age, category }: { reason?: string; age?: number; category?: ReportCategory },
) {
  const { id: reporterId } = await partnerOf(reportedId, age)
  await to.report({ reporterId, reportedId, reason, category })
  return reporterId
}

describe('a report', () => {
  it('stores the evidence, blocks the member and emits an event', async () => {
    const subject = await rows.member()
    const { id: reporterId, conversationId } = await partnerOf(subject)
    const message = { id: uuidv7(), conversationId, senderId: subject, body: 'Words', time: at() }
    await prisma().message.create({ data: message })
    await reports().report({ reporterId, reportedId: subject, reason: 'Rude' })
    const [stored] = await storedOf(subject)
    expect(stored).toMatchObject({
      reporterId,
      reportedId: subject,
      conversationId,
      reason: 'Rude',
      priority: 0,
      status: 'OPEN',
      evidence: [{ id: message.id, senderId: subject, message: 'Words' }],
    })
    expect(await prisma().block.count({ where: { blockerId: reporterId, blockedId: subject } })).toBe(1)
    expect(log.emitted).toEqual([
      {
        name: 'moderationChanged',
        event: { kind: 'REPORT_ARRIVED', ids: [stored?.id], subjectId: subject, actorId: null },
      },
      { name: 'userBlocked', event: { blockerId: reporterId, blockedId: subject } },
    ])
  })

  it('gets a higher priority when its reason contains an urgent word', async () => {
    const subject = await rows.member()
    await send(reports(), subject, { reason: 'Threatened to kill me' })
    expect(await storedOf(subject)).toMatchObject([{ priority: 50 }])
  })

  it('fails about the reporter’s own account and without a shared conversation', async () => {
    const [asha, ben] = [await rows.member(), await rows.member()]
    await expect(reports().report({ reporterId: asha, reportedId: asha, reason: 'x' })).rejects.toEqual(
      code('INVALID'),
    )
    await expect(reports().report({ reporterId: asha, reportedId: ben, reason: 'x' })).rejects.toEqual(
      code('NOT_FOUND'),
    )
    expect(log.emitted).toEqual([])
    expect(await prisma().block.count({ where: { blockerId: asha } })).toBe(0)
  })
})

describe('reports by several members', () => {
  const byMany = async (subject: string, ages: number[], reporters = 3) => {
    for (const age of ages) await send(reports(reporters), subject, { age })
  }
  const repeated = async (subject: string) =>
    (await storedOf(subject)).find(({ kind }) => kind === 'REPEATED')

  it('pause the member from the third reporter on, and raise the priority of all', async () => {
    const subject = await rows.member()
    await byMany(subject, [30 * DAY, 30 * DAY])
    expect(pauses).toEqual([])
    expect((await storedOf(subject)).map(({ priority }) => priority)).toEqual([20, 20])
    await byMany(subject, [30 * DAY])
    const reason = '3 people reported this account within 7 days.'
    const found = await repeated(subject)
    expect(found).toMatchObject({ reason, priority: 80, status: 'OPEN' })
    expect(pauses).toEqual([[subject, reason, found?.id]])
  })

  it('never pause the member when the configured number is 0', async () => {
    const subject = await rows.member()
    await byMany(subject, [30 * DAY, 30 * DAY, 30 * DAY], 0)
    expect(pauses).toEqual([])
  })

  it('count only reporters whose accounts are older than a day', async () => {
    const subject = await rows.member()
    await byMany(subject, [30 * DAY, 30 * DAY, DAY])
    expect(pauses).toEqual([])
    await byMany(subject, [DAY + 1])
    expect(pauses).toHaveLength(1)
  })

  it('count for seven days', async () => {
    for (const [age, paused] of [
      [7 * DAY, 0],
      [7 * DAY - 1, 1],
    ] as const) {
      const subject = await rows.member()
      pauses.length = 0
      await byMany(subject, [30 * DAY, 30 * DAY])
      await prisma().report.updateMany({ where: { reportedId: subject }, data: { created: at(-age) } })
      await byMany(subject, [30 * DAY])
      expect([age, pauses.length]).toEqual([age, paused])
    }
  })

  it.each([
    [3, false, 0],
    [2, false, 1],
    [3, true, 1],
  ])(
    'count, from a reporter with %i dismissed reports and one that led to a sanction: %s, %i times',
    async (dismissed, acted, counts) => {
      const subject = await rows.member()
      await byMany(subject, [30 * DAY, 30 * DAY])
      const { id: reporterId } = await partnerOf(subject)
      const earlier = [
        ...Array.from({ length: dismissed }, () => 'DISMISSED' as const),
        ...(acted ? (['ACTED'] as const) : []),
      ]
      for (const status of earlier)
        await prisma().report.create({
          data: {
            id: uuidv7(),
            reporterId,
            reportedId: await rows.member(),
            reason: 'x',
            evidence: [],
            status,
            decidedAt: at(),
          },
        })
      await reports(3).report({ reporterId, reportedId: subject, reason: 'x' })
      expect(pauses).toHaveLength(counts)
    },
  )
})

describe('held messages', () => {
  const filter = (heard: unknown[] = []) =>
    createMessageFilter(
      {
        database: rows.database,
        events: log.events,
        reports: createAutomaticReports({ database: rows.database, events: log.events }),
        underageDetector: { checkMessage: (said) => void heard.push(said) },
      },
      {
        messageFilter: true,
        firstChatHours: 24,
        heldWords: ['pineapple'],
        allowedWords: [],
        termChanges: {},
      },
    )
  const message = 'Hello there. You like Pineapple, yes? Bye'

  it('fail with an announcement, and the third within a day creates one report', async () => {
    const senderId = await rows.member()
    const { conversationId } = await partnerOf(senderId)
    const heard: unknown[] = []
    const screen = filter(heard)
    const send = () => screen({ id: senderId }, { conversationId, message })
    for (let count = 1; count <= 3; count += 1) {
      await expect(send()).rejects.toEqual(code('MESSAGE_HELD'))
      expect(await prisma().report.count({ where: { reportedId: senderId } })).toBe(count < 3 ? 0 : 1)
    }
    const held = await prisma().heldMessage.findMany({ where: { senderId }, orderBy: { created: 'asc' } })
    expect(heard).toMatchObject(held.map(({ id }) => ({ id, conversationId, senderId, message, held: true })))
    expect(log.emitted[0]).toEqual({
      name: 'moderationChanged',
      event: { kind: 'MESSAGE_HELD', ids: [held[0]?.id], subjectId: senderId, actorId: null },
    })
    const [report] = await storedOf(senderId)
    expect(report).toMatchObject({
      kind: 'FILTER',
      reporterId: null,
      conversationId,
      priority: 40,
      status: 'OPEN',
      reason: '3 messages were held back within a day',
      evidence: held.map(({ id }) => ({ id, message, about: 'You like Pineapple, yes?' })),
    })
    expect(log.emitted.at(-1)?.event).toEqual({
      kind: 'REPORT_ARRIVED',
      ids: [report?.id],
      subjectId: senderId,
      actorId: null,
    })
    await expect(send()).rejects.toEqual(code('MESSAGE_HELD'))
    expect(await storedOf(senderId)).toHaveLength(1)
  })

  it('enter the queue once for each client key, and only if they could have been sent', async () => {
    const senderId = await rows.member()
    const { conversationId } = await partnerOf(senderId)
    const screen = filter()
    for (let count = 0; count < 2; count += 1)
      await expect(
        screen({ id: senderId }, { conversationId, message, clientMessageId: 'key' }),
      ).rejects.toEqual(code('MESSAGE_HELD'))
    const stranger = await rows.member()
    await expect(screen({ id: stranger }, { conversationId, message })).resolves.toBeUndefined()
    await prisma().conversation.update({ where: { id: conversationId }, data: { endedAt: at() } })
    await expect(screen({ id: senderId }, { conversationId, message })).resolves.toBeUndefined()
    expect(await prisma().heldMessage.count({ where: { senderId: { in: [senderId, stranger] } } })).toBe(1)
  })

  it('do not include contact details, which need a confirmation in the first chat', async () => {
    const senderId = await rows.member()
    const { conversationId } = await partnerOf(senderId)
    const screen = filter()
    const link = { conversationId, message: 'look at example.com' }
    await expect(screen({ id: senderId }, link)).rejects.toEqual(code('CONTACT_DETAILS'))
    expect(screen({ id: senderId }, { ...link, confirmed: true })).toBeUndefined()
    expect(screen({ id: senderId }, { conversationId, message: 'Hello' })).toBeUndefined()
    await prisma().conversation.update({ where: { id: conversationId }, data: { created: at(-25 * HOUR) } })
    await expect(screen({ id: senderId }, link)).resolves.toBeUndefined()
  })
})

describe('the sentence that a report is about', () => {
  const about = (text: string) => findSentence(text, (sentence) => sentence.includes('me'))

  it.each([
    ['One. This is about me! And me.', 'This is about me!'],
    ['First line\n  and me?!\nLast', 'and me?!'],
    ['about me', 'about me'],
    ['... !', '... !'],
    ['', ''],
    ['Nothing. Nobody.', 'Nothing. Nobody.'],
  ])('comes from %j as %j', (text, sentence) => {
    expect(about(text)).toBe(sentence)
  })

  it('loses its surrounding spaces before the test, and empty sentences are skipped', () => {
    const asked: string[] = []
    findSentence(' One.   \n Two ', (sentence) => asked.push(sentence) < 0)
    expect(asked).toEqual(['One.', 'Two'])
    for (const text of ['', '...']) expect(findSentence(text, () => true)).toBe(text)
  })
})
