import { beforeAll, describe, expect, it } from 'vitest'
import {
  ACCOUNT_STATUS,
  DECIDE,
  type Moderation,
  MY_REPORTS,
  moderationOf,
  REPORT,
  REVERSE,
} from '../../kit/moderation.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
beforeAll(async () => {
  moderation = await moderationOf(node)
})

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)
const report = (by: Person, about: Person, reason: string) =>
  by.call('POST', '/api/user/report/true', { reportedUserId: about.id, reason })
const reportsAbout = (who: Person) =>
  node.app.context.database.prisma.report.findMany({ where: { reportedId: who.id, kind: 'MEMBER' } })
const caseOf = async (id: string) => (await ask(moderation.moderator, REPORT, { id })).data.reportCase

describe('another report by the same reporter', () => {
  // covers: beyond-one-open-report
  it('extends the open report with its reason, the later messages and the higher priority', async () => {
    const { asha, ben, reportId } = await moderation.reported('Rude')
    await asha.call('DELETE', `/api/v1/blocks/${ben.id}`)
    const { id: conversationId } = await node.app.context.chat.open(asha.id, ben.id).then((opened) => ({
      id: opened.conversationId,
    }))
    await ben.send(conversationId, 'I know your school')
    const again = await report(asha, ben, 'Now he threatens me')
    expect(again.status).toBe(200)
    expect(await caseOf(reportId)).toMatchObject({
      status: 'OPEN',
      reason: 'Rude\n\nNow he threatens me',
      priority: 50,
      evidence: [{ text: 'Something that is not right' }, { text: 'I know your school' }],
    })
    expect((await ask(asha, MY_REPORTS)).data.myReports).toHaveLength(1)
    expect((await asha.call('GET', `/api/v1/user/${ben.id}`)).status).toBe(404)
  })

  it('joins the open one when several arrive simultaneously, without repeating a reason', async () => {
    const { asha, ben, reportId } = await moderation.reported('Rude')
    const reasons = ['Insults', 'Insults', 'Shouting', 'Selling']
    const answers = await Promise.all(reasons.map((reason) => report(asha, ben, reason)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const rows = await reportsAbout(ben)
    expect(rows.map(({ id }) => id)).toEqual([reportId])
    expect(rows[0]?.reason.split('\n\n').sort()).toEqual(['Insults', 'Rude', 'Selling', 'Shouting'])
  })

  it('keeps earlier evidence that has since been deleted, and limits the length of the reason', async () => {
    const { asha, ben, reportId, conversationId } = await moderation.reported('Rude')
    await node.app.context.database.prisma.message.deleteMany({ where: { conversationId } })
    for (let n = 0; n < 8; n += 1) await report(asha, ben, `${n} ${'x'.repeat(1_900)}`)
    const { reason, evidence } = await caseOf(reportId)
    expect(evidence).toMatchObject([{ text: 'Something that is not right' }])
    expect(reason).toHaveLength(10_000)
    expect(reason.startsWith('Rude\n\n0 xxx')).toBe(true)
  })

  it('counts as a new report once the first was decided', async () => {
    const { asha, ben, reportId } = await moderation.reported('Rude')
    await ask(moderation.moderator, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'Only rude' })
    await report(asha, ben, 'Again')
    expect((await reportsAbout(ben)).map(({ status }) => status).sort()).toEqual(['DISMISSED', 'OPEN'])
  })
})

describe('a pause for repeated reports', () => {
  async function crowd(ben: Person) {
    const people = await Promise.all([1, 2, 3].map(() => moderation.establishedMember()))
    for (const person of people) {
      await node.app.context.chat.open(person.id, ben.id)
      await report(person, ben, 'Rude')
    }
    return people
  }
  const isSuspended = async (who: Person) => (await ask(who, ACCOUNT_STATUS)).data.standing.suspended
  const openOf = (ben: Person, kind: 'REPEATED' | 'MEMBER') =>
    node.app.context.database.prisma.report.findFirstOrThrow({
      where: { reportedId: ben.id, kind, status: 'OPEN' },
    })
  async function decide(ben: Person, on: 'REPEATED' | 'MEMBER', kind: string, days?: number) {
    const { id } = await openOf(ben, on)
    const answer = await ask(moderation.moderator, DECIDE, { id, kind, reason: 'A quarrel', days })
    expect(answer.codes).toEqual([])
  }

  // covers: beyond-no-second-pause
  it.each(['DISMISS', 'WARN'] as const)(
    'does not return through the same reporters after a %s',
    async (kind) => {
      const ben = await join(node)
      const people = await crowd(ben)
      expect(await isSuspended(ben)).toBe(true)
      await decide(ben, 'REPEATED', kind)
      expect(await isSuspended(ben)).toBe(false)
      for (const person of people) expect((await report(person, ben, 'And again')).status).toBe(200)
      expect(await isSuspended(ben)).toBe(false)
    },
  )

  it('returns after as many new reporters', async () => {
    const ben = await join(node)
    await crowd(ben)
    await decide(ben, 'REPEATED', 'DISMISS')
    await crowd(ben)
    expect(await isSuspended(ben)).toBe(true)
  })

  // covers: beyond-decision-ends-pause
  it.each([
    ['the report that caused it', 'REPEATED', 'SUSPEND'],
    ['the report that caused it', 'REPEATED', 'BAN'],
    ['another report, which closes them all', 'MEMBER', 'SUSPEND'],
    ['another report, which closes them all', 'MEMBER', 'BAN'],
  ] as const)('gives way to the decision on %s (%s: %s)', async (_, on, kind) => {
    const ben = await join(node)
    await crowd(ben)
    await decide(ben, on, kind, 1)
    const { standing } = (await ask(ben, ACCOUNT_STATUS)).data
    expect(standing).toMatchObject({
      suspended: true,
      history: [{ kind }, { kind: 'PAUSE', reversed: true }],
    })
    if (kind === 'SUSPEND')
      expect(Date.parse(standing.until)).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60_000)
    const { actionId } = standing.history[0]
    await ask(moderation.admin, REVERSE, { id: actionId, reason: 'A mistake' })
    expect(await isSuspended(ben)).toBe(false)
  })

  it('cannot follow the decision on its report', async () => {
    const ben = await join(node)
    await crowd(ben)
    const { id } = await openOf(ben, 'REPEATED')
    await decide(ben, 'REPEATED', 'DISMISS')
    const { prisma } = node.app.context.database
    const { moderation } = node.app.context
    const fresh = crypto.randomUUID()
    await prisma.report.create({
      data: {
        id: fresh,
        kind: 'REPEATED',
        reportedId: ben.id,
        reason: 'x',
        evidence: [],
        status: 'DISMISSED',
        decidedAt: new Date(),
      },
    })
    for (const reportId of [id, fresh]) await moderation.decisions.pause(ben.id, 'Three people', reportId)
    expect(await isSuspended(ben)).toBe(false)
  })
})
