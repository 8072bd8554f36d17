import { beforeAll, describe, expect, it } from 'vitest'
import { joinAs } from '../../kit/graphql.ts'
import {
  ACCOUNT_STATUS,
  DECIDE,
  DECIDE_ABOUT,
  type Moderation,
  MY_REPORTS,
  moderationOf,
  REPORT,
} from '../../kit/moderation.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
let moderation: Moderation
let moderator: Person
let admin: Person
beforeAll(async () => {
  moderation = await moderationOf(node)
  moderator = moderation.moderator
  admin = moderation.admin
})

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)

describe('the queue', () => {
  it('shows the messages as they were when reported, even when they are cleared since', async () => {
    const { asha, ben, conversationId, reportId } = await moderation.reported()
    await asha.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
    const { data } = await ask(moderator, REPORT, { id: reportId })
    expect(data.reportCase).toMatchObject({
      status: 'OPEN',
      reason: 'He would not stop',
      reporter: { id: asha.id },
      reported: { id: ben.id },
      evidence: [{ text: 'Something that is not right', senderId: ben.id }],
    })
  })

  it('lists urgent reports before others', async () => {
    const calm = await moderation.reported('Boring')
    const grave = await moderation.reported('He says he is a minor')
    const { data } = await ask(moderator, '{ reports(first: 100) { nodes { id priority } } }')
    const ids = data.reports.nodes.map((one: { id: string }) => one.id)
    expect(ids.indexOf(grave.reportId)).toBeLessThan(ids.indexOf(calm.reportId))
  })

  it('opens for moderators and administrators only', async () => {
    const { asha, reportId } = await moderation.reported()
    expect((await ask(asha, REPORT, { id: reportId })).codes).toEqual(['FORBIDDEN'])
    expect((await ask(asha, DECIDE, { id: reportId, kind: 'BAN', reason: 'x' })).codes).toEqual(['FORBIDDEN'])
    expect((await ask(admin, REPORT, { id: reportId })).codes).toEqual([])
  })
})

describe('a decision', () => {
  it("notifies the reporter of a dismissal and leaves the reported member's account unchanged", async () => {
    const { asha, ben, reportId } = await moderation.reported()
    await ask(moderator, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'Only rude' })
    expect((await ask(asha, MY_REPORTS)).data.myReports).toMatchObject([
      { displayName: ben.user.displayName, status: 'DISMISSED', outcome: expect.stringContaining('block') },
    ])
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing).toEqual({
      suspended: false,
      banned: false,
      until: null,
      history: [],
    })
  })

  it('adds a strike that expires when it is a warning', async () => {
    const { ben, reportId } = await moderation.reported()
    await ask(moderator, DECIDE, { id: reportId, kind: 'WARN', reason: 'Please stay polite' })
    const { standing } = (await ask(ben, ACCOUNT_STATUS)).data
    expect(standing).toMatchObject({
      suspended: false,
      history: [{ kind: 'WARN', reason: 'Please stay polite', strikeUntil: expect.any(String) }],
    })
  })

  // covers: beyond-strikes
  it('suspends the member at the third strike, until that strike is reversed', async () => {
    const ben = await join(node)
    const warn = () => ask(moderator, DECIDE_ABOUT, { id: ben.id, kind: 'WARN', reason: 'Again' })
    await warn()
    await warn()
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing.suspended).toBe(false)
    await warn()
    const { standing } = (await ask(ben, ACCOUNT_STATUS)).data
    expect(standing).toMatchObject({ suspended: true, banned: false, until: expect.any(String) })
    const last = standing.history.find(({ kind }: { kind: string }) => kind === 'WARN')
    await ask(admin, 'mutation($id: ID!) { reverseAction(id: $id, reason: "Not his") }', {
      id: last.actionId,
    })
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing.suspended).toBe(false)
  })

  it('reverses a suspension for strikes once, on its own or with the warning', async () => {
    const ben = await join(node)
    for (const _ of [1, 2, 3])
      await ask(moderator, DECIDE_ABOUT, { id: ben.id, kind: 'WARN', reason: 'Again' })
    const { history } = (await ask(ben, ACCOUNT_STATUS)).data.standing
    const reverse = (kind: string) =>
      ask(admin, 'mutation($id: ID!) { reverseAction(id: $id, reason: "Not his") }', {
        id: history.find((one: { kind: string }) => one.kind === kind).actionId,
      })
    const reversals = () =>
      node.app.context.database.prisma.moderationAction.count({
        where: { subjectId: ben.id, kind: 'REVERSE' },
      })
    await reverse('SUSPEND')
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing.suspended).toBe(false)
    expect(await reversals()).toBe(1)
    await reverse('WARN')
    expect(await reversals()).toBe(2)
  })

  it("ends the member's chats, streams and searches at a suspension, and refuses new ones", async () => {
    const { asha, ben, conversationId } = await pair(node)
    const [hers, his] = [await asha.stream(), await ben.stream()]
    await moderation.suspend(ben)
    await hers.next('conversation_disconnected', ({ reason }) => reason === 'suspended')
    await his.next('session_ended', ({ code }) => code === 'SUSPENDED')
    await his.ended
    hers.close()
    expect((await ben.findMatch()).status).toBe(403)
    for (const [method, path, body] of [
      ['POST', '/api/v1/message', { conversationId, message: 'Hello?' }],
      ['GET', '/api/session', undefined],
      ['GET', `/subscribe/${ben.id}`, undefined],
    ] as const)
      expect((await ben.call(method, path, body)).status, path).toBe(403)
    expect((await ask(ben, 'mutation { findMatch { waitingSeconds } }')).codes).toEqual(['SUSPENDED'])
  })

  it('ends a suspension when its time is over', async () => {
    const ben = await join(node)
    await moderation.suspend(ben)
    const { database, events } = node.app.context
    await database.prisma.user.update({
      where: { id: ben.id },
      data: { suspendedUntil: new Date(Date.now() - 1_000) },
    })
    await events.emit('userChanged', { userId: ben.id })
    expect((await ben.call('GET', '/api/session')).status).toBe(200)
  })

  it('answers every open report about the member with a ban', async () => {
    const first = await moderation.reported()
    const carla = await join(node)
    await node.app.context.chat.open(carla.id, first.ben.id)
    await carla.call('POST', '/api/user/report/true', { reportedUserId: first.ben.id, reason: 'Me too' })
    await ask(moderator, DECIDE, { id: first.reportId, kind: 'BAN', reason: 'Threats' })
    expect((await ask(first.ben, ACCOUNT_STATUS)).data.standing).toMatchObject({ banned: true, until: null })
    for (const who of [first.asha, carla])
      expect((await ask(who, MY_REPORTS)).data.myReports).toMatchObject([{ status: 'ACTED' }])
  })

  // covers: beyond-decisions
  it('counts once when several moderators decide simultaneously', async () => {
    const { reportId } = await moderation.reported()
    const decide = (who: Person) => ask(who, DECIDE, { id: reportId, kind: 'WARN', reason: 'Enough' })
    const answers = await Promise.all([decide(moderator), decide(admin)])
    expect(answers.flatMap(({ codes }) => codes)).toEqual(['CONFLICT'])
  })

  it.each([
    ['without a reason', { kind: 'WARN', reason: '  ' }],
    ['as a suspension without days', { kind: 'SUSPEND', reason: 'x' }],
    ['as a suspension of no days', { kind: 'SUSPEND', reason: 'x', days: 0 }],
    ['as a suspension of years', { kind: 'SUSPEND', reason: 'x', days: 5_000 }],
  ])('cannot be made %s', async (_, input) => {
    const { reportId } = await moderation.reported()
    expect((await ask(moderator, DECIDE, { id: reportId, ...input })).codes).toEqual(['INVALID'])
    expect((await ask(moderator, REPORT, { id: reportId })).data.reportCase.status).toBe('OPEN')
  })

  it('cannot concern staff of the same or a higher role, or the caller', async () => {
    const other = await joinAs(node, 'MODERATOR')
    for (const [actor, subject] of [
      [moderator, other],
      [moderator, admin],
      [moderator, moderator],
      [admin, admin],
    ] as const) {
      const answer = await ask(actor, DECIDE_ABOUT, { id: subject.id, kind: 'BAN', reason: 'x' })
      expect(answer.codes).toEqual(['FORBIDDEN'])
    }
    expect((await ask(admin, DECIDE_ABOUT, { id: other.id, kind: 'WARN', reason: 'x' })).codes).toEqual([])
  })
})

describe('reports by several members', () => {
  const establishedMember = () => moderation.establishedMember()
  async function reportedBy(people: readonly Person[], ben: Person) {
    const met = new Set<string>()
    for (const person of people) {
      if (!met.has(person.id)) await node.app.context.chat.open(person.id, ben.id)
      met.add(person.id)
      await person.call('POST', '/api/user/report/true', { reportedUserId: ben.id, reason: 'Rude' })
    }
  }
  const isSuspended = async (who: Person) => (await ask(who, ACCOUNT_STATUS)).data.standing.suspended

  // covers: beyond-reports-pause-an-account
  it('pause an account until a moderator has decided', async () => {
    const ben = await join(node)
    const people = await Promise.all([establishedMember(), establishedMember(), establishedMember()])
    await reportedBy(people.slice(0, 2), ben)
    expect(await isSuspended(ben)).toBe(false)
    await reportedBy(people.slice(2), ben)
    expect(await isSuspended(ben)).toBe(true)
    const { prisma } = node.app.context.database
    const repeated = await prisma.report.findFirstOrThrow({
      where: { reportedId: ben.id, kind: 'REPEATED', status: 'OPEN' },
    })
    await ask(moderator, DECIDE, { id: repeated.id, kind: 'DISMISS', reason: 'A quarrel' })
    expect(await isSuspended(ben)).toBe(false)
  })

  it('count once per reporter, and not from new accounts or habitual false reporters', async () => {
    const ben = await join(node)
    const wolf = await establishedMember()
    const { prisma } = node.app.context.database
    for (const _ of [1, 2, 3]) {
      const { id } = await join(node)
      await prisma.report.create({
        data: {
          id: crypto.randomUUID(),
          reporterId: wolf.id,
          reportedId: id,
          reason: 'Nothing',
          evidence: [],
          status: 'DISMISSED',
          decidedAt: new Date(),
        },
      })
    }
    const one = await establishedMember()
    await reportedBy(
      [one, one, one, await establishedMember(), await join(node), await join(node), wolf],
      ben,
    )
    expect(await isSuspended(ben)).toBe(false)
    await reportedBy([await establishedMember()], ben)
    expect(await isSuspended(ben)).toBe(true)
  })
})

describe('the audit log', () => {
  // covers: beyond-audit-log-unchangeable
  it('names moderator, action, member and reason, and cannot be changed', async () => {
    const ben = await join(node)
    await moderation.ban(ben)
    const { auditLog } = (
      await ask(
        admin,
        'query($id: ID!) { auditLog(userId: $id) { nodes { id kind reason actor { id } } } }',
        {
          id: ben.id,
        },
      )
    ).data
    expect(auditLog.nodes).toMatchObject([{ kind: 'BAN', reason: 'Threats', actor: { id: moderator.id } }])
    const { pool } = node.app.context.database
    for (const sql of [
      `UPDATE moderation_action SET reason = 'Nothing'`,
      'DELETE FROM moderation_action',
      'TRUNCATE moderation_action',
    ])
      await expect(pool.query(sql)).rejects.toThrow('the audit log cannot be changed')
  })
})

describe('live figures', () => {
  it('contain the matches and messages of the last minutes', async () => {
    const { ben, conversationId } = await pair(node)
    await ben.send(conversationId, 'Counted')
    const { data } = await ask(
      moderator,
      '{ liveFigures { matchesPerMinute messagesPerMinute reportsOpen } lastHour { matches messages } }',
    )
    expect(data.liveFigures.matchesPerMinute).toBeGreaterThan(0)
    expect(data.liveFigures.messagesPerMinute).toBeGreaterThan(0)
    expect(data.lastHour).toHaveLength(60)
    expect(data.lastHour.at(-1).messages + data.lastHour.at(-2).messages).toBeGreaterThan(0)
  })
})
