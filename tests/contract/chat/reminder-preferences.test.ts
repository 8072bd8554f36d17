import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { call, type Person, pair } from '../../kit/person.ts'
import {
  MINUTE,
  reminderMailsTo,
  sendReminders,
  sendUnread,
  startReminderNode,
  unreadPair,
} from '../../kit/reminders.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()
const node = useStarted(() => startReminderNode(clock))

const setMails = (person: Person, on: boolean) =>
  ask(node, person, 'mutation($on: Boolean!) { setMissedMails(on: $on) }', { on })

describe('the preference for mails about missed messages', () => {
  it('keeps mails from a member who switched them off, but not the notification', async () => {
    const { asha } = await unreadPair(node, clock, 'Hello')
    await setMails(asha, false)
    await sendReminders(node)
    expect(reminderMailsTo(node, asha)).toEqual([])
    expect((await inboxOf(node, asha)).unread).toBe(1)
  })

  it('sends no mail to a member who unsubscribed by a link, until the member wants mails again', async () => {
    const { asha, ben, conversationId } = await unreadPair(node, clock, 'Monday')
    await sendReminders(node)
    expect(reminderMailsTo(node, asha)).toHaveLength(1)
    const link = new URL(node.app.context.emailPreferences.unsubscribeLink(asha.id))
    const one = await call(node.url, 'POST', link.pathname + link.search, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(one.status).toBe(200)
    const nextDay = async (text: string) => {
      clock.advance(25 * 60 * MINUTE)
      await sendUnread(node, ben, conversationId, text)
      clock.advance(15 * MINUTE)
      await sendReminders(node)
    }
    await nextDay('Tuesday')
    expect(reminderMailsTo(node, asha)).toHaveLength(1)
    await setMails(asha, true)
    await nextDay('Thursday')
    expect(reminderMailsTo(node, asha)).toHaveLength(2)
  })
})

describe('a block', () => {
  it('deletes the reminders between the two members, and no reminder of anyone else', async () => {
    const [first, second] = [await pair(node), await pair(node)]
    for (const { ben, conversationId } of [first, second])
      await sendUnread(node, ben, conversationId, 'Hello')
    clock.advance(15 * MINUTE)
    await sendReminders(node)
    const { prisma } = node.app.context.database
    // The blocked member also wrote to a third one.
    const shared = {
      kind: 'missed_messages',
      heading: 'Hello',
      body: 'One message',
      candidateId: first.ben.id,
    }
    await prisma.notification.create({ data: { id: crypto.randomUUID(), userId: second.asha.id, ...shared } })
    await first.asha.call('POST', '/api/v1/blocks', { userId: first.ben.id })
    await expect.poll(async () => (await inboxOf(node, first.asha)).total).toBe(0)
    const candidates = (await inboxOf(node, second.asha)).notes.map(({ candidateId }) => candidateId)
    expect(candidates.toSorted()).toEqual([first.ben.id, second.ben.id].toSorted())
  })
})
