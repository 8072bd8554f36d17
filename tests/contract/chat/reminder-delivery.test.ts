import { describe, expect, it } from 'vitest'
import { createReminderMails } from '#server/domains/mail/index.ts'
import { createReminders } from '#server/domains/notifications/index.ts'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { createTestClock } from '../../kit/clock.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { pair } from '../../kit/person.ts'
import { freePort } from '../../kit/redis-server.ts'
import {
  MINUTE,
  reminderMailsTo,
  sendReminders,
  sendUnread,
  startReminderNode,
  stopPeriodicReminders,
  unreadPair,
} from '../../kit/reminders.ts'
import { startSmtpServer } from '../../kit/smtp-server.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()
const node = useStarted(() => startReminderNode(clock))

describe('an event while a reminder is being sent', () => {
  /** The reminder job, with a callback between its reading and its sending. */
  const sendRemindersDuring = (happens: () => Promise<unknown>) => {
    const { database, events, inbox, emailPreferences, mailbox } = node.app.context
    const platform = testPlatform({ database, clock, events })
    const mail = {
      send: async (message: Parameters<NonNullable<typeof mailbox>['receive']>[0]) =>
        mailbox?.receive(message),
    }
    return createReminders(platform, {
      inbox,
      emailPreferences,
      decisionMails: { retryFailed: async () => 0 },
      mails: createReminderMails(platform, { mail }, { publicUrl: 'https://rapport.example' }),
      presence: {
        async online() {
          await happens()
          return new Set()
        },
      },
    }).sendUnreadReminders()
  }

  it('cancels the notification and the mail when the member reads the chat', async () => {
    const { asha, conversationId } = await unreadPair(node, clock, 'Hello')
    await sendRemindersDuring(() => asha.call('POST', `/api/v1/conversation/${conversationId}/mark-read`))
    expect((await inboxOf(node, asha)).unread).toBe(0)
    expect(reminderMailsTo(node, asha)).toEqual([])
    await sendReminders(node)
    expect((await inboxOf(node, asha)).unread).toBe(0)
  })

  it('counts a message that arrives then in the next reminder', async () => {
    const { asha, ben, conversationId } = await unreadPair(node, clock, 'Hello')
    const activity = () =>
      node.app.context.database.prisma.conversationMember.findUniqueOrThrow({
        where: { conversationId_userId: { conversationId, userId: asha.id } },
      })
    const { lastActivity } = await activity()
    await sendRemindersDuring(async () => {
      await ben.send(conversationId, 'Anybody?')
      await expect.poll(async () => (await activity()).lastActivity > lastActivity).toBe(true)
    })
    expect((await inboxOf(node, asha)).notes).toMatchObject([{ body: 'One message is waiting.' }])
    clock.advance(15 * MINUTE)
    await sendReminders(node)
    expect((await inboxOf(node, asha)).notes).toMatchObject([{ body: '2 messages are waiting.' }])
  })
})

describe('the mail of a reminder', () => {
  // covers: beyond-missed-messages-nodes
  it('goes out once when several nodes look at the same time', async (context) => {
    const cluster = await startCluster(2, { clock })
    if (!cluster) return context.skip('redis-server is not installed')
    const [first, second] = cluster.nodes as [TestApp, TestApp]
    for (const one of cluster.nodes) await stopPeriodicReminders(one)
    const people = []
    for (let index = 0; index < 4; index += 1) {
      const two = await pair(first, second)
      await sendUnread(first, two.ben, two.conversationId, 'Hello')
      people.push(two.asha)
    }
    clock.advance(15 * MINUTE)
    const told = await Promise.all([first, second, first, second].map(sendReminders))
    expect(told.reduce((sum, count) => sum + count)).toBe(4)
    for (const asha of people) {
      expect((await inboxOf(first, asha)).total).toBe(1)
      expect([first, second].flatMap((one) => reminderMailsTo(one, asha))).toHaveLength(1)
    }
    await cluster[Symbol.asyncDispose]()
  })

  it('goes out later when the mail server was unavailable, with the headers for one-click unsubscribing', async () => {
    const port = await freePort()
    const sending = await startApp({
      clock,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://rapport.example' },
    })
    await stopPeriodicReminders(sending)
    const { asha, ben, conversationId } = await pair(sending)
    await sendUnread(sending, ben, conversationId, 'Hello')
    clock.advance(15 * MINUTE)
    await sendReminders(sending)
    const smtp = await startSmtpServer(port)
    clock.advance(15 * MINUTE)
    await sendReminders(sending)
    expect(smtp.mails).toHaveLength(1)
    const headers = (smtp.mails[0]?.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n\s+/g, ' ')
    expect(headers).toContain(`To: ${asha.user.userName}`)
    expect(headers).toContain(
      `List-Unsubscribe: <${sending.app.context.emailPreferences.unsubscribeLink(asha.id)}>`,
    )
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    clock.advance(15 * MINUTE)
    await sendReminders(sending)
    expect(smtp.mails).toHaveLength(1)
    await sending[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  })
})
