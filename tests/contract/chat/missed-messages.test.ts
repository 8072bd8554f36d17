import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP_AGENT } from '#schema/desktop.ts'
import { createReminderMails } from '#server/domains/mail/index.ts'
import { createReminders } from '#server/domains/notifications/index.ts'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { SHORT_GRACE } from '../../kit/departures.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { mailsTo } from '../../kit/mails.ts'
import { type Person, pair } from '../../kit/person.ts'
import { freePort } from '../../kit/redis-server.ts'
import { startSmtpServer } from '../../kit/smtp-server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const clock = createTestClock(Date.now())
let node: TestApp
beforeAll(async () => {
  node = await startApp({
    clock,
    departureTimes: SHORT_GRACE,
    env: { PUBLIC_URL: 'https://rapport.example' },
  })
  await lookOnlyWhenAsked(node)
})
afterAll(() => node[Symbol.asyncDispose]())

/** The periodic run is disabled. */
const lookOnlyWhenAsked = (on: TestApp) => on.app.context.reminders[Symbol.asyncDispose]()
const look = (on = node) => on.app.context.reminders.sendUnreadReminders()
const missedMailsTo = (person: Person, on = node) =>
  mailsTo(on, person.user.userName).filter(({ subject }) => /waiting for you/.test(subject))
const change = (person: Person, data: Record<string, unknown>, on = node) =>
  on.app.context.database.prisma.user.update({ where: { id: person.id }, data })

/** Sends a message, and waits until the server has recorded that it is unread. */
async function say(person: Person, conversationId: string, text: string, on = node) {
  await person.send(conversationId, text)
  const waiting = () =>
    on.app.context.database.prisma.conversationMember.count({
      where: { conversationId, userId: { not: person.id }, unreadSince: { not: null } },
    })
  await expect.poll(waiting).toBe(1)
}

/** An offline member, and a partner who wrote to them 15 minutes ago. */
async function written(...texts: string[]) {
  const two = await pair(node)
  for (const text of texts) await say(two.ben, two.conversationId, text)
  clock.advance(15 * MINUTE)
  return two
}

describe('a reminder of unread messages', () => {
  it('is sent after 15 minutes, once for each conversation, with their number', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await say(ben, conversationId, 'Hello?')
    clock.advance(14 * MINUTE)
    await say(ben, conversationId, 'Are you there?')
    await look()
    expect((await inboxOf(node, asha)).notes).toEqual([])
    clock.advance(MINUTE)
    await look()
    expect((await inboxOf(node, asha)).notes).toMatchObject([
      {
        kind: 'missed_messages',
        heading: `${ben.user.displayName} wrote while you were away`,
        body: '2 messages are waiting.',
        read: false,
        candidateId: ben.id,
        conversationId,
      },
    ])
    expect((await inboxOf(node, ben)).notes).toEqual([])
    await look()
    expect(await inboxOf(node, asha)).toMatchObject({ unread: 1, total: 1 })
  })

  it('is mailed with the number of messages and senders, and no message text', async () => {
    const { asha, ben } = await written('My secret garden', 'Behind the house')
    await look()
    const [mail] = missedMailsTo(asha)
    expect(mail?.subject).toBe('2 messages are waiting for you on Rapport')
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('2 messages from one person are waiting for you.')
      for (const secret of ['secret', 'garden', 'house', ben.user.displayName])
        expect(text).not.toContain(secret)
    }
    expect(mail?.text).not.toContain('desktop app')
    expect(missedMailsTo(ben)).toEqual([])
  })

  it('is mailed with a second link for a member who uses the desktop app', async () => {
    const { asha } = await written('Hello')
    await node.app.context.database.prisma.session.updateMany({
      where: { userId: asha.id },
      data: { userAgent: `Mozilla/5.0 Electron/45.4.1 ${DESKTOP_AGENT}/1.2.3` },
    })
    await look()
    const [mail] = missedMailsTo(asha)
    expect(mail?.text).toContain('Open in the desktop app: https://rapport.example/open-app#/\n')
    expect(mail?.html).toContain('<a href="https://rapport.example/open-app#/"')
  })

  it('counts further messages, and is mailed at most once a day', async () => {
    const { asha, ben, conversationId } = await written('Monday')
    await look()
    await say(ben, conversationId, 'Monday evening')
    clock.advance(15 * MINUTE)
    await look()
    expect(await inboxOf(node, asha)).toMatchObject({
      total: 1,
      notes: [{ body: '2 messages are waiting.' }],
    })
    expect(missedMailsTo(asha)).toHaveLength(1)
    clock.advance(DAY)
    await look()
    expect(missedMailsTo(asha)).toHaveLength(1)
    await say(ben, conversationId, 'Wednesday')
    clock.advance(15 * MINUTE)
    await look()
    expect(missedMailsTo(asha).map(({ subject }) => subject)).toEqual([
      '3 messages are waiting for you on Rapport',
      'One message is waiting for you on Rapport',
    ])
  })

  it('is not sent while the member is online, but after they leave with unread messages', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await asha.stream()
    await say(ben, conversationId, 'Look up')
    clock.advance(16 * MINUTE)
    await look()
    expect((await inboxOf(node, asha)).notes).toEqual([])
    stream.close()
    await expect.poll(async () => (await ben.call('GET', `/api/v1/user/${asha.id}`)).body.online).toBe(false)
    clock.advance(15 * MINUTE)
    await look()
    expect((await inboxOf(node, asha)).notes).toHaveLength(1)
  })

  it.each([
    ['read', (id: string) => ['POST', `/api/v1/conversation/${id}/mark-read`]],
    ['cleared', (id: string) => ['PUT', `/api/v1/conversation/${id}/clear`]],
  ])('is not sent once it is %s', async (_, request) => {
    const { asha, conversationId } = await written('Seen')
    const [method = '', path = ''] = request(conversationId)
    await asha.call(method, path)
    await look()
    expect((await inboxOf(node, asha)).notes).toEqual([])
    expect(missedMailsTo(asha)).toEqual([])
  })

  it('becomes read on every device when the member reads the chat', async () => {
    const { asha, conversationId } = await written('Waiting')
    await look()
    expect((await inboxOf(node, asha)).unread).toBe(1)
    const stream = await asha.stream()
    await asha.call('POST', `/api/v1/conversation/${conversationId}/mark-read`)
    expect(await inboxOf(node, asha)).toMatchObject({ unread: 0, notes: [{ read: true }] })
    expect((await stream.next('notification')).data).toMatchObject({ conversationId, read: true })
    stream.close()
  })

  it.each([
    ['is suspended', { suspendedUntil: new Date(Date.now() + 365 * DAY) }],
    ['is banned', { bannedAt: new Date() }],
    ['has closed the account', { active: false, closedAt: new Date() }],
    ['has not verified the address', { emailVerified: false }],
  ])('is not sent to a member who %s', async (_, data) => {
    const { asha } = await written('Hello')
    await change(asha, data)
    await look()
    expect(await node.app.context.inbox.unreadCount(asha.id)).toBe(0)
    expect(missedMailsTo(asha)).toEqual([])
  })

  it('is not sent when the sender is banned', async () => {
    const { asha, ben } = await written('Buy this')
    await change(ben, { bannedAt: new Date() })
    await look()
    expect((await inboxOf(node, asha)).notes).toEqual([])
  })

  it('is removed when the member blocks the sender or the sender closes the account', async () => {
    const { asha, ben } = await written('Hello')
    const other = await written('Hello')
    await look()
    await asha.call('POST', '/api/v1/blocks', { userId: ben.id })
    await node.app.context.events.emit('accountClosed', { userId: other.ben.id })
    for (const one of [asha, other.asha]) expect((await inboxOf(node, one)).total).toBe(0)
  })

  it('is sent when the server died before it recorded the unread message', async () => {
    const { asha, conversationId } = await written('Hello')
    const { database, chat } = node.app.context
    await database.prisma.conversationMember.updateMany({
      where: { conversationId },
      data: { unreadSince: null, lastActivity: new Date(clock.now() - DAY) },
    })
    await look()
    expect((await inboxOf(node, asha)).total).toBe(0)
    await chat.recover()
    await look()
    expect((await inboxOf(node, asha)).total).toBe(1)
  })

  it('is sent for any number of conversations, in one mail', async () => {
    const { asha, ben } = await written('Hello')
    const { pool, prisma } = node.app.context.database
    const others = Array.from({ length: 150 }, (_, n) => ({ id: crypto.randomUUID(), n }))
    const { id: _, ...row } = await prisma.user.findUniqueOrThrow({ where: { id: ben.id } })
    await prisma.user.createMany({
      data: others.map(({ id, n }) => ({ ...row, id, userName: `${n}-${row.userName}` })),
    })
    await pool.query(
      `WITH opened AS (
         INSERT INTO conversation (id, low_user_id, high_user_id)
         SELECT gen_random_uuid(), least(id, $2), greatest(id, $2) FROM unnest($1::uuid[]) AS other(id)
         RETURNING id, CASE WHEN low_user_id = $2 THEN high_user_id ELSE low_user_id END AS partner_id
       ), said AS (
         INSERT INTO message (id, conversation_id, sender_id, body, time)
         SELECT gen_random_uuid(), id, partner_id, 'Hello', $3 FROM opened
       )
       INSERT INTO conversation_member (conversation_id, user_id, partner_id, unread_since)
       SELECT id, $2, partner_id, $3 FROM opened`,
      [others.map(({ id }) => id), asha.id, new Date(clock.now() - 15 * MINUTE)],
    )
    expect(await look()).toBe(151)
    expect((await inboxOf(node, asha)).total).toBe(151)
    expect(missedMailsTo(asha)).toHaveLength(1)
  })
})

describe('an event while a reminder is being sent', () => {
  /** The reminder job, with a callback between its reading and its sending. */
  const lookWhile = (happens: () => Promise<unknown>) => {
    const { database, events, inbox, emailPreferences, mailbox } = node.app.context
    const mail = {
      send: async (message: Parameters<NonNullable<typeof mailbox>['receive']>[0]) =>
        mailbox?.receive(message),
    }
    return createReminders({
      database,
      clock,
      events,
      inbox,
      emailPreferences,
      decisionMails: { retryFailed: async () => 0 },
      mails: createReminderMails({ mail, publicUrl: 'https://rapport.example', onError: fail }),
      onError: fail,
      presence: {
        async online() {
          await happens()
          return new Set()
        },
      },
    }).sendUnreadReminders()
  }
  const fail = (error: unknown) => {
    throw error
  }

  it('cancels the notification and the mail when the member reads the chat', async () => {
    const { asha, conversationId } = await written('Hello')
    await lookWhile(() => asha.call('POST', `/api/v1/conversation/${conversationId}/mark-read`))
    expect((await inboxOf(node, asha)).unread).toBe(0)
    expect(missedMailsTo(asha)).toEqual([])
    await look()
    expect((await inboxOf(node, asha)).unread).toBe(0)
  })

  it('counts a message that arrives then in the next reminder', async () => {
    const { asha, ben, conversationId } = await written('Hello')
    const activity = () =>
      node.app.context.database.prisma.conversationMember.findUniqueOrThrow({
        where: { conversationId_userId: { conversationId, userId: asha.id } },
      })
    const { lastActivity } = await activity()
    await lookWhile(async () => {
      await ben.send(conversationId, 'Anybody?')
      await expect.poll(async () => (await activity()).lastActivity > lastActivity).toBe(true)
    })
    expect((await inboxOf(node, asha)).notes).toMatchObject([{ body: 'One message is waiting.' }])
    clock.advance(15 * MINUTE)
    await look()
    expect((await inboxOf(node, asha)).notes).toMatchObject([{ body: '2 messages are waiting.' }])
  })
})

describe('the mail of a reminder', () => {
  it('is sent once when several nodes look at the same time', async (context) => {
    const cluster = await startCluster(2, { clock })
    if (!cluster) return context.skip('redis-server is not installed')
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    for (const one of cluster.nodes) await lookOnlyWhenAsked(one)
    const people = []
    for (let index = 0; index < 4; index += 1) {
      const two = await pair(first, second)
      await say(two.ben, two.conversationId, 'Hello', first)
      people.push(two.asha)
    }
    clock.advance(15 * MINUTE)
    const told = await Promise.all([first, second, first, second].map(look))
    expect(told.reduce((sum, count) => sum + count)).toBe(4)
    for (const asha of people) {
      expect((await inboxOf(first, asha)).total).toBe(1)
      expect([first, second].flatMap((one) => missedMailsTo(asha, one))).toHaveLength(1)
    }
    await cluster[Symbol.asyncDispose]()
  })

  it('is sent later when the mail server was unavailable, with the headers for one-click unsubscribing', async () => {
    const port = await freePort()
    const sending = await startApp({
      clock,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://rapport.example' },
    })
    await lookOnlyWhenAsked(sending)
    const { asha, ben, conversationId } = await pair(sending)
    await say(ben, conversationId, 'Hello', sending)
    clock.advance(15 * MINUTE)
    await look(sending)
    const smtp = await startSmtpServer(port)
    clock.advance(15 * MINUTE)
    await look(sending)
    expect(smtp.mails).toHaveLength(1)
    const headers = (smtp.mails[0]?.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n\s+/g, ' ')
    expect(headers).toContain(`To: ${asha.user.userName}`)
    expect(headers).toContain(
      `List-Unsubscribe: <${sending.app.context.emailPreferences.unsubscribeLink(asha.id)}>`,
    )
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    clock.advance(15 * MINUTE)
    await look(sending)
    expect(smtp.mails).toHaveLength(1)
    await sending[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  })
})
