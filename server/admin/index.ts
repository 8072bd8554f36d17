import { v7 as uuidv7 } from 'uuid'
import type { AdminListQuery, AdminStats, AdminUser, LaunchNotification } from '#schema/admin.ts'
import type { Position } from '#schema/location.ts'
import type { Clock } from '../clock.ts'
import type { RateLimits } from '../rate-limits.ts'
import type { Actor } from '../safety/index.ts'
import type { Database } from '../store/index.ts'
import { type Claims, createClaims } from './claims.ts'
import { createFigures, type Figures, type FiguresDeps } from './figures.ts'
import { createHeldMessages, type HeldMessageDeps, type HeldMessages } from './held-messages.ts'
import { notifyLaunchList } from './launch-list.ts'
import { listLaunchNotifications } from './list-launch-notifications.ts'
import { listUsers } from './list-users.ts'
import { createModerationQueue, type ModerationQueue } from './moderation-queue.ts'
import { createNotes, type Notes } from './notes.ts'
import type { AdminList } from './pages.ts'
import { type PersonDetail, readPerson } from './people.ts'

export type { ReportClaim } from './claims.ts'
export type { LiveFigures, MinuteFigures } from './figures.ts'
export type { HeldMessage } from './held-messages.ts'
export type {
  Arrivals,
  QueueCounts,
  QueuedAppeal,
  QueuedReport,
  QueueStatus,
} from './moderation-queue.ts'
export type { LoggedAction } from './name-actions.ts'
export type { ModeratorNote } from './notes.ts'
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
  readonly claims: Claims
  readonly notes: Notes
  stats(): Promise<AdminStats>
  /** The newest first, with the number of all that were searched for. */
  users(query: AdminListQuery): Promise<AdminList<AdminUser>>
  /** @throws ApiError NOT_FOUND */
  person(actor: Actor, userId: string): Promise<PersonDetail>
  /** The newest first, with the number of all that were searched for. */
  launchNotifications(query: AdminListQuery): Promise<AdminList<LaunchNotification>>
  /** Mails everybody who waits, each once; answers how many. */
  notifyLaunchList(): Promise<number>
  /** Idempotent: nobody learns whether an address was there already. @throws ApiError RATE_LIMITED */
  joinLaunchList(email: string, origin: LaunchOrigin): Promise<void>
}

export function createAdmin(deps: AdminDeps): Admin {
  const { database, clock, limits, mailLaunch, onError } = deps
  const { prisma } = database

  return {
    queue: createModerationQueue(database),
    figures: createFigures(deps),
    heldMessages: createHeldMessages(deps),
    claims: createClaims(deps),
    notes: createNotes(deps),
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

    users: (query) => listUsers(deps, query),
    launchNotifications: (query) => listLaunchNotifications(database, query),

    notifyLaunchList: () => notifyLaunchList({ pool: database.pool, clock, mailLaunch, onError }),

    async joinLaunchList(email, { position, ...origin }) {
      await limits.consume('launchByAddress', origin.ipAddress)
      const place = position ? deps.placeOf(position) : null
      const row = { id: uuidv7(), email, timestamp: new Date(clock.now()), ...origin, ...place }
      await prisma.launchNotification.createMany({ data: row, skipDuplicates: true })
    },
  }
}
