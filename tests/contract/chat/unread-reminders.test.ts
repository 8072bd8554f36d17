import { describe, expect, it } from 'vitest'
import { DESKTOP_AGENT } from '#schema/desktop.ts'
import { createTestClock } from '../../kit/clock.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { type Person, pair } from '../../kit/person.ts'
import {
  MINUTE,
  reminderMailsTo,
  sendReminders,
  sendUnread,
  startReminderNode,
  unreadPair,
} from '../../kit/reminders.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * MINUTE

const clock = createTestClock()
const node = useStarted(() => startReminderNode(clock))

const change = (person: Person, data: Record<string, unknown>) =>
  node.app.context.database.prisma.user.update({ where: { id: person.id }, data })

describe('a reminder of unread messages', () => {
  // covers: beyond-missed-messages-notified
  it('goes out after 15 minutes, once for each conversation, with their number', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await sendUnread(node, ben, conversationId, 'Hello?')
    clock.advance(14 * MINUTE)
    await sendUnread(node, ben, conversationId, 'Are you there?')
    await sendReminders(node)
    expect((await inboxOf(node, asha)).notes).toEqual([])
    clock.advance(MINUTE)
    await sendReminders(node)
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
    await sendReminders(node)
    expect(await inboxOf(node, asha)).toMatchObject({ unread: 1, total: 1 })
  })

  // covers: design-reminder-of-nameless-sender
  it.each([
    ['en', 'Anonymous wrote while you were away'],
    ['de', 'Eine anonyme Person hat dir geschrieben, als du weg warst'],
    ['ja', '匿名さんからメッセージが届いています'],
  ])('names a sender without a name in the language %s of its reader', async (language, heading) => {
    const { asha, ben } = await unreadPair(node, clock, 'Hello')
    await change(asha, { language })
    await change(ben, { displayName: ' ' })
    await sendReminders(node)
    expect((await inboxOf(node, asha)).notes).toMatchObject([{ heading }])
  })

  it('mails the number of messages and senders, and no message text', async () => {
    const { asha, ben } = await unreadPair(node, clock, 'My secret garden', 'Behind the house')
    await sendReminders(node)
    const [mail] = reminderMailsTo(node, asha)
    expect(mail?.subject).toBe('2 messages are waiting for you on Rapport')
    for (const text of [mail?.text, mail?.html]) {
      expect(text).toContain('2 messages from one person are waiting for you.')
      for (const secret of ['secret', 'garden', 'house', ben.user.displayName])
        expect(text).not.toContain(secret)
    }
    expect(mail?.text).not.toContain('desktop app')
    expect(reminderMailsTo(node, ben)).toEqual([])
  })

  it('mails a second link to a member who uses the desktop app', async () => {
    const { asha } = await unreadPair(node, clock, 'Hello')
    await node.app.context.database.prisma.session.updateMany({
      where: { userId: asha.id },
      data: { userAgent: `Mozilla/5.0 Electron/45.4.1 ${DESKTOP_AGENT}/1.2.3` },
    })
    await sendReminders(node)
    const [mail] = reminderMailsTo(node, asha)
    expect(mail?.text).toContain('Open in the desktop app: https://rapport.example/open-app#/\n')
    expect(mail?.html).toContain('<a href="https://rapport.example/open-app#/"')
  })

  // covers: beyond-missed-messages-mail
  it('counts further messages, and is mailed at most once a day', async () => {
    const { asha, ben, conversationId } = await unreadPair(node, clock, 'Monday')
    await sendReminders(node)
    await sendUnread(node, ben, conversationId, 'Monday evening')
    clock.advance(15 * MINUTE)
    await sendReminders(node)
    expect(await inboxOf(node, asha)).toMatchObject({
      total: 1,
      notes: [{ body: '2 messages are waiting.' }],
    })
    expect(reminderMailsTo(node, asha)).toHaveLength(1)
    clock.advance(DAY)
    await sendReminders(node)
    expect(reminderMailsTo(node, asha)).toHaveLength(1)
    await sendUnread(node, ben, conversationId, 'Wednesday')
    clock.advance(15 * MINUTE)
    await sendReminders(node)
    expect(reminderMailsTo(node, asha).map(({ subject }) => subject)).toEqual([
      '3 messages are waiting for you on Rapport',
      'One message is waiting for you on Rapport',
    ])
  })

  it('waits while the member is online, and goes out after they leave with unread messages', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const stream = await asha.stream()
    await sendUnread(node, ben, conversationId, 'Look up')
    clock.advance(16 * MINUTE)
    await sendReminders(node)
    expect((await inboxOf(node, asha)).notes).toEqual([])
    stream.close()
    await expect.poll(async () => (await ben.call('GET', `/api/v1/user/${asha.id}`)).body.online).toBe(false)
    clock.advance(15 * MINUTE)
    await sendReminders(node)
    expect((await inboxOf(node, asha)).notes).toHaveLength(1)
  })

  it.each([
    ['read', (id: string) => ['POST', `/api/v1/conversation/${id}/mark-read`]],
    ['cleared', (id: string) => ['PUT', `/api/v1/conversation/${id}/clear`]],
  ])('does not go out once it is %s', async (_, request) => {
    const { asha, conversationId } = await unreadPair(node, clock, 'Seen')
    const [method = '', path = ''] = request(conversationId)
    await asha.call(method, path)
    await sendReminders(node)
    expect((await inboxOf(node, asha)).notes).toEqual([])
    expect(reminderMailsTo(node, asha)).toEqual([])
  })

  // covers: beyond-missed-messages-read
  it('becomes read on every device when the member reads the chat', async () => {
    const { asha, conversationId } = await unreadPair(node, clock, 'Waiting')
    await sendReminders(node)
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
  ])('does not go out to a member who %s', async (_, data) => {
    const { asha } = await unreadPair(node, clock, 'Hello')
    await change(asha, data)
    await sendReminders(node)
    expect(await node.app.context.inbox.unreadCount(asha.id)).toBe(0)
    expect(reminderMailsTo(node, asha)).toEqual([])
  })

  it('does not go out when the sender is banned', async () => {
    const { asha, ben } = await unreadPair(node, clock, 'Buy this')
    await change(ben, { bannedAt: new Date() })
    await sendReminders(node)
    expect((await inboxOf(node, asha)).notes).toEqual([])
  })

  it('disappears when the member blocks the sender or the sender closes the account', async () => {
    const { asha, ben } = await unreadPair(node, clock, 'Hello')
    const other = await unreadPair(node, clock, 'Hello')
    await sendReminders(node)
    await asha.call('POST', '/api/v1/blocks', { userId: ben.id })
    await node.app.context.events.emit('accountClosed', { userId: other.ben.id })
    for (const one of [asha, other.asha]) expect((await inboxOf(node, one)).total).toBe(0)
  })

  it('goes out even if the server died before it recorded the unread message', async () => {
    const { asha, conversationId } = await unreadPair(node, clock, 'Hello')
    const { database, chat } = node.app.context
    await database.prisma.conversationMember.updateMany({
      where: { conversationId },
      data: { unreadSince: null, lastActivity: new Date(clock.now() - DAY) },
    })
    await sendReminders(node)
    expect((await inboxOf(node, asha)).total).toBe(0)
    await chat.recover()
    await sendReminders(node)
    expect((await inboxOf(node, asha)).total).toBe(1)
  })

  it('covers any number of conversations in one mail', async () => {
    const { asha, ben } = await unreadPair(node, clock, 'Hello')
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
    expect(await sendReminders(node)).toBe(151)
    expect((await inboxOf(node, asha)).total).toBe(151)
    expect(reminderMailsTo(node, asha)).toHaveLength(1)
  })
})
