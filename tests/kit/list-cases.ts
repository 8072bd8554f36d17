import { createFigures } from '#server/domains/admin/figures.ts'
import { listLaunchNotifications } from '#server/domains/admin/list-launch-notifications.ts'
import { listUsers } from '#server/domains/admin/list-users.ts'
import { readStats } from '#server/domains/admin/read-stats.ts'
import { historyOf } from '#server/domains/chat/history.ts'
import { countConversations, listConversations } from '#server/domains/chat/read-conversations.ts'
import { listMessages, type PageRequest } from '#server/domains/chat/read-messages.ts'
import { listRecentChats } from '#server/domains/chat/recent-chats.ts'
import type { AuditLogFilter } from '#server/domains/moderation/audit-log/read-audit-log.ts'
import { listHeldMessages } from '#server/domains/moderation/queues/held-messages.ts'
import { createModerationQueue } from '#server/domains/moderation/queues/moderation-queue.ts'
import { countNear, listNear } from '#server/domains/nearby/people.ts'
import { countUnread, listNotifications } from '#server/domains/notifications/list-notifications.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { LONG_CONVERSATION, VIEWER } from './filled-lists.ts'

const FIRST = { pageNumber: 0, size: 10 }
const PREMIUM = historyOf({ premium: true }, 0)
const PUNE = { viewerId: VIEWER, latitude: 18.52, longitude: 73.86, except: [VIEWER], now: Date.now() }
const ADMIN = { id: VIEWER, role: 'ADMIN' as const }
const none = async () => new Set<string>()

export type ListCases = Record<string, () => Promise<unknown>>

/** Returns the lists of a filled database that belong to one member. */
export function memberLists(
  { pool }: Database,
  { messages, own }: { messages: number; own: number },
): ListCases {
  const deps = { pool, online: none }
  const page = (more: Partial<PageRequest> = {}) =>
    listMessages(pool, VIEWER, PREMIUM, { id: LONG_CONVERSATION, ...FIRST, ...more })
  const middle = Math.floor(messages / 20)
  const last = { ...FIRST, pageNumber: Math.ceil(own / 10) - 1 }
  const near = (gender: 'Female' | null, offset: number) => () =>
    listNear(pool, PUNE, { gender, limit: 10, offset })
  return {
    'messages, first page': () => page(),
    'messages, after a cursor': async () => {
      const { elements } = await page({ pageNumber: middle })
      return page({ before: elements.at(-1)?.id })
    },
    'messages, page number in the middle': () => page({ pageNumber: middle }),
    'conversations, first page': () => listConversations(deps, VIEWER, PREMIUM, FIRST),
    'conversations, last page': () => listConversations(deps, VIEWER, PREMIUM, last),
    'conversation count': () => countConversations(pool, VIEWER, PREMIUM),
    'recent chats': () => listRecentChats(pool, VIEWER, Date.now()),
    'notifications, first page': () => listNotifications(pool, VIEWER, FIRST),
    'notifications, last page': () => listNotifications(pool, VIEWER, last),
    'unread notifications': () => countUnread(pool, VIEWER),
    'nearby, first page': near(null, 0),
    'nearby, page 50': near(null, 500),
    'nearby, one gender': near('Female', 0),
    'nearby, figure': () => countNear(pool, PUNE, { gender: null, cap: 100 }),
  }
}

/** Returns the lists of the staff, which show the rows of all members. */
export function staffLists(database: Database): ListCases {
  const deps = { database, clock: { now: () => Date.now() } }
  const users = (query: object) => () => listUsers(deps, { ...FIRST, size: 50, search: '', ...query })
  const launch = (query: object) => () =>
    listLaunchNotifications(database, { ...FIRST, size: 50, search: '', ...query })
  const queue = createModerationQueue(database)
  const log = (filter: AuditLogFilter) => () => queue.auditLog(ADMIN, filter, { size: 20 })
  const live = () =>
    createFigures(deps, { presence: { count: async () => 0 }, matching: { waiting: async () => 0 } })
  return {
    'users, first page': users({}),
    'users, page 20': users({ pageNumber: 20 }),
    'users, search for one': users({ search: 'person-4321@' }),
    'launch list, first page': launch({}),
    'launch list, search for one': launch({ search: 'guest-4321@' }),
    figures: () => readStats(database),
    'live figures': () => live().now(),
    'figures of the last hour': () => live().lastHour(),
    'reports, open': () => queue.reports(ADMIN, { status: 'OPEN', category: null }, FIRST),
    'reports, decided': () => queue.reports(ADMIN, { status: 'DECIDED', category: null }, FIRST),
    'reports, arrivals': () => queue.arrivals(ADMIN, null, null),
    'queue counts': () => queue.counts(ADMIN),
    'appeals, open': () => queue.appeals(ADMIN, 'OPEN', FIRST),
    'appeals, decided': () => queue.appeals(ADMIN, 'DECIDED', FIRST),
    'held messages': () => listHeldMessages(database, FIRST),
    'audit log, first page': log({}),
    'audit log, one rare kind': log({ kinds: ['BAN'] }),
    'audit log, one absent kind': log({ kinds: ['ROLE'] }),
    'audit log, one subject': log({ userId: VIEWER }),
    'audit log, search': log({ search: 'case 4321' }),
  }
}
