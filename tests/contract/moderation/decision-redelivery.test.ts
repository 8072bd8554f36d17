import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startNode } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { mailsTo } from '../../kit/mails.ts'
import {
  ACCOUNT_STATUS,
  APPEAL,
  DECIDE,
  DECIDE_ABOUT,
  DECIDE_APPEAL,
  type Moderation,
  moderationOf,
} from '../../kit/moderation.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const REVERSE = 'mutation($id: ID!, $reason: String!) { reverseAction(id: $id, reason: $reason) }'

const clock = createTestClock()
const node = useNode({ clock })
let moderation: Moderation
let moderator: Person
let admin: Person
beforeAll(async () => {
  // The periodic runs are disabled; tests start them.
  await node.app.context.reminders[Symbol.asyncDispose]()
  await node.app.context.moderation.enforcement.stop()
})
// Logs in each time, because sessions expire while months pass on this clock.
beforeEach(async () => {
  moderation = await moderationOf(node)
  moderator = moderation.moderator
  admin = moderation.admin
})
afterEach(() => {
  vi.restoreAllMocks()
})

const ask: Moderation['ask'] = (...question) => moderation.ask(...question)
const redeliver = (on = node) => on.app.context.reminders.redeliverDecisions()
const notificationsOf = async (who: Person, kind: string) =>
  (await inboxOf(node, who)).notes.filter((note) => note.kind === kind)
const SANCTION_MAIL = /suspended|paused|banned/
const mailsAbout = (who: Person, subject: RegExp, on = node) =>
  mailsTo(on, who.user.userName).filter((mail) => subject.test(mail.subject))
const lastAction = async (who: Person) => (await ask(who, ACCOUNT_STATUS)).data.standing.history[0].actionId

/** Simulates a node that died after the commit, before it announced the decision. */
async function withoutEvents(decide: () => Promise<unknown>) {
  const emit = vi.spyOn(node.app.context.events, 'emit').mockResolvedValue(true)
  await decide()
  emit.mockRestore()
  // A node caches a session for at most a second.
  clock.advance(2_000)
}

const failing = () => Promise.reject(new Error('out of reach'))

async function appealOf(who: Person) {
  expect((await ask(who, APPEAL, { id: await lastAction(who), text: 'It was not me' })).codes).toEqual([])
  const row = await node.app.context.database.prisma.appeal.findFirstOrThrow({ where: { userId: who.id } })
  return row.id
}

describe('a decision with failing side effects', () => {
  // covers: beyond-decision-despite-failing-listener
  it('succeeds, and reaches every member it concerns', async () => {
    const { asha, ben, reportId } = await moderation.reported()
    const stream = await ben.stream()
    vi.spyOn(node.app.context.matching, 'remove').mockImplementation(failing)
    expect((await ask(moderator, DECIDE, { id: reportId, kind: 'BAN', reason: 'Threats' })).codes).toEqual([])
    await stream.next('session_ended', ({ code }) => code === 'SUSPENDED')
    expect(await notificationsOf(asha, 'report_decided')).toHaveLength(1)
    await expect.poll(() => mailsAbout(ben, SANCTION_MAIL).length).toBe(1)
  })

  it('ends every conversation, even while nothing can be published', async () => {
    const { ben, conversationId } = await pair(node)
    const carla = await join(node)
    const other = await node.app.context.chat.open(carla.id, ben.id)
    vi.spyOn(node.app.context.live, 'publish').mockImplementation(failing)
    await moderation.ban(ben)
    const { prisma } = node.app.context.database
    const ids = [conversationId, other.conversationId]
    expect(await prisma.conversation.count({ where: { id: { in: ids }, endedAt: null } })).toBe(0)
  })

  // covers: beyond-suspension-after-outage
  it('takes effect for each banned member separately, with retries until it succeeds', async () => {
    const [ben, carla] = [await join(node), await join(node)]
    const { live } = node.app.context
    const streams = [await ben.stream(), await carla.stream()] as const
    const endPerson = live.endPerson.bind(live)
    const outOfReach = new Set([ben.id, carla.id])
    vi.spyOn(live, 'endPerson').mockImplementation((id) => (outOfReach.has(id) ? failing() : endPerson(id)))
    await moderation.ban(ben)
    await moderation.ban(carla)
    outOfReach.delete(carla.id)
    await node.app.context.moderation.enforcement.reannounceSanctions()
    await streams[1].ended
    const heard = () =>
      streams.map(({ received }) => received.filter(({ event }) => event === 'session_ended').length)
    expect(heard()).toEqual([0, 1])
    clock.advance(10 * MINUTE)
    outOfReach.delete(ben.id)
    await node.app.context.moderation.enforcement.reannounceSanctions()
    await streams[0].ended
    expect(heard()).toEqual([1, 1])
  })
})

describe('a report with failing side effects', () => {
  it('succeeds, blocks the member, and counts', async () => {
    const ben = await join(node)
    const { chat, database, matching } = node.app.context
    vi.spyOn(matching, 'block').mockImplementation(failing)
    for (const _ of [1, 2, 3]) {
      const person = await join(node)
      const created = new Date(clock.now() - 2 * DAY)
      await database.prisma.user.update({ where: { id: person.id }, data: { created } })
      await chat.open(person.id, ben.id)
      const body = { reportedUserId: ben.id, reason: 'Rude' }
      expect((await person.call('POST', '/api/user/report/true', body)).status).toBe(200)
    }
    expect((await ask(ben, ACCOUNT_STATUS)).data.standing.suspended).toBe(true)
  })

  it('succeeds when its weight cannot be computed', async () => {
    const { asha, ben } = await pair(node)
    const { pool } = node.app.context.database
    const query = pool.query.bind(pool) as (...input: unknown[]) => Promise<never>
    vi.spyOn(pool, 'query').mockImplementation((...input: unknown[]) =>
      String(input[0]).includes('AS reporters') ? failing() : query(...input),
    )
    const body = { reportedUserId: ben.id, reason: 'Rude' }
    expect((await asha.call('POST', '/api/user/report/true', body)).status).toBe(200)
  })
})

describe('a decision that was not announced', () => {
  it('reaches the reporter once when it was on a report', async () => {
    const { asha, reportId } = await moderation.reported()
    await withoutEvents(() => ask(moderator, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'Only rude' }))
    expect(await notificationsOf(asha, 'report_decided')).toEqual([])
    for (const _ of [1, 2]) await redeliver()
    expect(await notificationsOf(asha, 'report_decided')).toMatchObject([
      { heading: 'We reviewed your report', body: expect.stringContaining('The block stays') },
    ])
  })

  // covers: beyond-decision-notices-once
  it('reaches the member by mail and every reporter, once, when it was a ban', async () => {
    const { asha, ben, reportId } = await moderation.reported()
    const carla = await join(node)
    await node.app.context.chat.open(carla.id, ben.id)
    await carla.call('POST', '/api/user/report/true', { reportedUserId: ben.id, reason: 'Me too' })
    await withoutEvents(() => ask(moderator, DECIDE, { id: reportId, kind: 'BAN', reason: 'Threats' }))
    expect(mailsAbout(ben, SANCTION_MAIL)).toEqual([])
    for (const _ of [1, 2]) await redeliver()
    await expect
      .poll(() => mailsAbout(ben, SANCTION_MAIL).map(({ text }) => text))
      .toEqual([expect.stringContaining('for good. The reason: Threats')])
    for (const who of [asha, carla]) expect(await notificationsOf(who, 'report_decided')).toHaveLength(1)
  })

  it('reaches the member with the suspension of the third strike when it was a warning', async () => {
    const ben = await join(node)
    const warn = () => ask(moderator, DECIDE_ABOUT, { id: ben.id, kind: 'WARN', reason: 'Please stay kind' })
    for (const _ of [1, 2, 3]) await withoutEvents(warn)
    for (const _ of [1, 2]) await redeliver()
    await expect.poll(() => mailsAbout(ben, SANCTION_MAIL).length).toBe(1)
    await ask(admin, REVERSE, { id: await lastAction(ben), reason: 'Enough' })
    expect((await notificationsOf(ben, 'warning')).map(({ body }) => body)).toEqual(
      Array(3).fill('Please stay kind'),
    )
  })

  it('reaches the member in the app and by mail, once, when it was on an appeal', async () => {
    const ben = await join(node)
    await moderation.suspend(ben)
    const id = await appealOf(ben)
    await withoutEvents(() => ask(admin, DECIDE_APPEAL, { id, reverse: true, answer: 'Sorry for that' }))
    for (const _ of [1, 2]) await redeliver()
    expect(await notificationsOf(ben, 'appeal_decided')).toMatchObject([
      { heading: 'Your appeal was granted', body: 'Sorry for that' },
    ])
    await expect.poll(() => mailsAbout(ben, /appeal/).length).toBe(1)
  })

  it('reaches the sender once when it released a message', async () => {
    const { asha, conversationId } = await pair(node)
    const { prisma } = node.app.context.database
    await asha.call('POST', '/api/v1/message', { conversationId, message: 'send nudes' })
    const { id } = await prisma.heldMessage.findFirstOrThrow({ where: { senderId: asha.id } })
    const release = 'mutation($id: ID!) { decideHeldMessage(id: $id, release: true) }'
    await withoutEvents(async () => expect((await ask(moderator, release, { id })).codes).toEqual([]))
    for (const _ of [1, 2]) await redeliver()
    expect(await notificationsOf(asha, 'message_released')).toMatchObject([
      { body: 'We held it back by mistake, and we have now sent it.', conversationId },
    ])
  })

  it('stays unannounced after it was reversed', async () => {
    const [ben, carla] = [await join(node), await join(node)]
    await withoutEvents(() => moderation.suspend(ben))
    await withoutEvents(() => ask(moderator, DECIDE_ABOUT, { id: carla.id, kind: 'WARN', reason: 'Enough' }))
    for (const who of [ben, carla])
      expect((await ask(admin, REVERSE, { id: await lastAction(who), reason: 'Not theirs' })).codes).toEqual(
        [],
      )
    await redeliver()
    expect(mailsAbout(ben, SANCTION_MAIL)).toEqual([])
    expect(await notificationsOf(carla, 'warning')).toEqual([])
  })

  it('causes one announcement when several nodes look at the same time', async () => {
    const database = await createTestDatabase()
    const nodes = [
      await startNode({ databaseUrl: database.url, clock }),
      await startNode({ databaseUrl: database.url, clock }),
    ] as const
    const [first, second] = nodes
    const { ban } = await moderationOf(first)
    const ben = await join(first)
    const emit = vi.spyOn(first.app.context.events, 'emit').mockResolvedValue(true)
    await ban(ben)
    emit.mockRestore()
    await Promise.all([redeliver(first), redeliver(second), redeliver(first), redeliver(second)])
    const all = () => nodes.flatMap((on) => mailsAbout(ben, SANCTION_MAIL, on))
    await expect.poll(() => all().length).toBe(1)
    for (const one of nodes) await one[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  })
})

describe('the mail about a decision', () => {
  const failMails = () => {
    const { mailbox } = node.app.context
    if (!mailbox) throw new Error('this node sends its mail away')
    const away = vi.spyOn(mailbox, 'receive').mockImplementation(() => {
      throw new Error('the mail server is away')
    })
    const tries = (who: Person) => away.mock.calls.filter(([{ to }]) => to === who.user.userName).length
    return { tries, end: () => away.mockRestore() }
  }

  // covers: beyond-decision-mail-retried
  it('goes out again every 15 minutes until it succeeds', async () => {
    const ben = await join(node)
    const away = failMails()
    await moderation.suspend(ben, 30)
    await expect.poll(() => away.tries(ben)).toBe(1)
    for (const tries of [2, 3]) {
      await redeliver()
      expect(away.tries(ben)).toBe(tries - 1)
      clock.advance(16 * MINUTE)
      await redeliver()
      expect(away.tries(ben)).toBe(tries)
    }
    away.end()
    clock.advance(16 * MINUTE)
    for (const _ of [1, 2]) await redeliver()
    expect(mailsAbout(ben, SANCTION_MAIL).map(({ text }) => text)).toEqual([
      expect.stringContaining('The reason: Threats'),
    ])
    clock.advance(DAY)
    await redeliver()
    expect(mailsAbout(ben, SANCTION_MAIL)).toHaveLength(1)
  })

  it('stops after a week of failures, or when the decision was reversed', async () => {
    const [ben, carla] = [await join(node), await join(node)]
    const away = failMails()
    await moderation.suspend(ben, 90)
    await moderation.suspend(carla, 90)
    await ask(admin, REVERSE, { id: await lastAction(carla), reason: 'Not hers' })
    await expect.poll(() => [away.tries(ben), away.tries(carla)]).toEqual([1, 1])
    clock.advance(16 * MINUTE)
    await redeliver()
    await expect.poll(() => [away.tries(ben), away.tries(carla)]).toEqual([2, 1])
    away.end()
    clock.advance(8 * DAY)
    await redeliver()
    expect([...mailsAbout(ben, SANCTION_MAIL), ...mailsAbout(carla, SANCTION_MAIL)]).toEqual([])
  })
})
