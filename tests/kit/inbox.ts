import { type Notification, notification } from '#schema/notification.ts'
import type { TestApp } from './app.ts'
import { ask } from './graphql.ts'
import type { Person } from './person.ts'

export interface Inbox {
  unread: number
  notes: Notification[]
  total: number
  next: string | null
}

const INBOX = `query($first: Int, $after: String) {
  unreadNotifications
  notifications(first: $first, after: $after) {
    totalCount endCursor
    nodes { id kind heading body created read path image userData { name value } candidateId conversationId }
  }
}`

/** The notifications of a member, as the member sees them. */
export async function inboxOf(
  on: TestApp,
  who: Person,
  page: { first?: number; after?: string | null } = {},
): Promise<Inbox> {
  const { data, codes } = await ask(on, who, INBOX, page)
  if (!data) throw new Error(`the inbox answered ${codes.join()}`)
  const { unreadNotifications: unread, notifications } = data as {
    unreadNotifications: number
    notifications: { totalCount: number; endCursor: string | null; nodes: Notification[] }
  }
  return {
    unread,
    // The spelling of the kinds in the REST contract.
    notes: notifications.nodes.map((note) => ({
      ...note,
      kind: notification.shape.kind.parse(note.kind.toLowerCase()),
    })),
    total: notifications.totalCount,
    next: notifications.endCursor,
  }
}
