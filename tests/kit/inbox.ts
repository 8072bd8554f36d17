import type { Notification } from '#schema/notification.ts'
import type { TestApp } from './app.ts'
import { call, type Person } from './person.ts'

export interface Inbox {
  unread: number
  notes: Notification[]
  total: number
  next: string | null
}

interface Answer {
  data?: Record<string, unknown> | null
  errors?: { extensions?: { code?: string } }[]
}

/** Over GraphQL; answers what came of it, and the codes of what did not. */
export async function ask(on: TestApp, who: Person | null, query: string, variables: object = {}) {
  const { body } = await call(on.url, 'POST', '/graphql', {
    body: { query, variables },
    token: who?.token ?? null,
  })
  const { data = null, errors = [] } = body as Answer
  return { data, codes: errors.map(({ extensions }) => extensions?.code) }
}

const INBOX = `query($first: Int, $after: String) {
  unreadNotifications
  notifications(first: $first, after: $after) {
    totalCount endCursor
    nodes { id kind heading body created read path image userData { name value } candidateId conversationId }
  }
}`

/** What somebody has been told, as they see it. */
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
    notes: notifications.nodes,
    total: notifications.totalCount,
    next: notifications.endCursor,
  }
}
