import { expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import type { TestClock } from './clock.ts'
import { SHORT_GRACE } from './departures.ts'
import { mailsTo } from './mails.ts'
import { type Person, pair } from './person.ts'

export const MINUTE = 60_000

/** Stops the periodic run: the test sends reminders itself. */
export const stopPeriodicReminders = (node: TestApp) => node.app.context.reminders[Symbol.asyncDispose]()

/** Starts a node that sends reminders only when the test asks for them. */
export async function startReminderNode(clock: TestClock) {
  const env = { PUBLIC_URL: 'https://rapport.example' }
  const node = await startApp({ clock, departureTimes: SHORT_GRACE, env })
  await stopPeriodicReminders(node)
  return node
}

export const sendReminders = (node: TestApp) => node.app.context.reminders.sendUnreadReminders()

export const reminderMailsTo = (node: TestApp, person: Person) =>
  mailsTo(node, person.user.userName).filter(({ subject }) => /waiting for you/.test(subject))

/** Sends a message, and waits until the server has recorded that it is unread. */
export async function sendUnread(node: TestApp, person: Person, conversationId: string, text: string) {
  await person.send(conversationId, text)
  const waiting = () =>
    node.app.context.database.prisma.conversationMember.count({
      where: { conversationId, userId: { not: person.id }, unreadSince: { not: null } },
    })
  await expect.poll(waiting).toBe(1)
}

/** An offline member, and a partner who wrote to them 15 minutes ago. */
export async function unreadPair(node: TestApp, clock: TestClock, ...texts: string[]) {
  const two = await pair(node)
  for (const text of texts) await sendUnread(node, two.ben, two.conversationId, text)
  clock.advance(15 * MINUTE)
  return two
}
