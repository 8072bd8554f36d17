import { v7 as uuidv7 } from 'uuid'
import type { AdminListQuery, AdminStats, AdminUser, LaunchNotification } from '#schema/admin.ts'
import type { Position } from '#schema/location.ts'
import type { Clock } from '../clock.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Actor } from '../safety/index.ts'
import type { Database } from '../store/index.ts'
import { createFigures, type Figures, type FiguresDeps } from './figures.ts'
import { createHeldMessages, type HeldMessageDeps, type HeldMessages } from './held-messages.ts'
import { notifyLaunchList } from './launch-list.ts'
import { createModerationQueue, type ModerationQueue } from './moderation-queue.ts'
import { type PersonDetail, presentPerson, readPerson } from './people.ts'

export type { LiveFigures, MinuteFigures } from './figures.ts'
export type { HeldMessage } from './held-messages.ts'
export type {
  Arrivals,
  LoggedAction,
  QueuedAppeal,
  QueuedReport,
  QueueStatus,
} from './moderation-queue.ts'
export type { PersonInQueue } from './pages.ts'
export type { PersonDetail, SeenPerson } from './people.ts'

type LaunchPlace = Pick<LaunchNotification, 'city' | 'state' | 'country'>

export interface LaunchOrigin {
  ipAddress: string
  userAgent: string | null
  /** Where the browser says it is; only the names of the place are stored. */
  position: Position | null
}

export interface AdminDeps
  extends Pick<FiguresDeps, 'online' | 'waiting'>,
    Pick<HeldMessageDeps, 'facts' | 'sendReleased'> {
  database: Database
  clock: Clock
  limits: RateLimits
  /** The names of a place, offline; null where the position is too vague or far out at sea. */
  placeOf(position: Position): LaunchPlace | null
  /** Resolves once the mail was handed over. */
  mailLaunch(email: string): Promise<void>
  onError(error: unknown): void
}

export interface Admin {
  readonly queue: ModerationQueue
  readonly figures: Figures
  readonly heldMessages: HeldMessages
  stats(): Promise<AdminStats>
  /** The newest first. */
  users(query: AdminListQuery): Promise<AdminUser[]>
  /** @throws ApiError NOT_FOUND */
  person(actor: Actor, userId: string): Promise<PersonDetail>
  /** The newest first. */
  launchNotifications(query: AdminListQuery): Promise<LaunchNotification[]>
  /** Mails everybody who waits, each once; answers how many. */
  notifyLaunchList(): Promise<number>
  /** Idempotent: nobody learns whether an address was there already. @throws ApiError RATE_LIMITED */
  joinLaunchList(email: string, origin: LaunchOrigin): Promise<void>
}

export function createAdmin(deps: AdminDeps): Admin {
  const { database, clock, limits, mailLaunch, onError } = deps
  const { prisma } = database
  const page = ({ pageNumber, size }: AdminListQuery) => ({ skip: pageNumber * size, take: size })
  const contains = (search: string) => ({ contains: search, mode: 'insensitive' as const })

  return {
    queue: createModerationQueue(database),
    figures: createFigures(deps),
    heldMessages: createHeldMessages(deps),
    person: (actor, userId) => readPerson(deps, actor, userId),

    async stats() {
      const [totalUsers, totalNotifications, notifiedCount] = await Promise.all([
        // Erased accounts are kept for records only, and demo partners are not people.
        prisma.user.count({ where: { erasedAt: null, demo: false } }),
        prisma.launchNotification.count(),
        prisma.launchNotification.count({ where: { notified: true } }),
      ])
      return {
        totalUsers,
        totalNotifications,
        notifiedCount,
        pendingCount: totalNotifications - notifiedCount,
      }
    },

    async users(query) {
      const named = contains(query.search)
      const rows = await prisma.user.findMany({
        where: query.search ? { OR: [{ userName: named }, { displayName: named }] } : {},
        orderBy: { id: 'desc' },
        ...page(query),
      })
      const now = clock.now()
      return rows.map((row) => presentPerson(row, now))
    },

    async launchNotifications(query) {
      const rows = await prisma.launchNotification.findMany({
        where: query.search ? { email: contains(query.search) } : {},
        orderBy: { id: 'desc' },
        ...page(query),
      })
      return rows.map(({ timestamp, notifiedAt, ...row }) => ({
        ...row,
        timestamp: timestamp.toISOString(),
        notifiedAt: notifiedAt?.toISOString() ?? null,
      }))
    },

    notifyLaunchList: () => notifyLaunchList({ pool: database.pool, clock, mailLaunch, onError }),

    async joinLaunchList(email, { position, ...origin }) {
      await limits.consume('launchByAddress', origin.ipAddress)
      const place = position ? deps.placeOf(position) : null
      const row = { id: uuidv7(), email, timestamp: new Date(clock.now()), ...origin, ...place }
      await prisma.launchNotification.createMany({ data: row, skipDuplicates: true })
    },
  }
}
