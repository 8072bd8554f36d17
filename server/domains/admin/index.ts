import { v7 as uuidv7 } from 'uuid'
import type { AdminListQuery, AdminStats, AdminUser, LaunchNotification } from '#schema/admin.ts'
import type { Position } from '#schema/location.ts'
import { pickLanguage } from '#schema/pick-language.ts'
import type { LaunchAddress } from '#server/domains/mail/index.ts'
import type { Actor } from '#server/domains/moderation/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import { createFigures, type Figures, type FiguresDeps } from './figures.ts'
import { listLaunchNotifications } from './list-launch-notifications.ts'
import type { AdminList } from './list-pages.ts'
import { listUsers } from './list-users.ts'
import { notifyLaunchList } from './notify-launch-list.ts'
import { type Backlog, readBacklogs } from './read-backlogs.ts'
import { readStats } from './read-stats.ts'
import { readUserDetail, type UserDetail } from './user-detail.ts'

export type { LiveFigures, MinuteFigures } from './figures.ts'
export { readWaitingWork, recountLists, removeFromLaunchList } from './operator-lists.ts'

export type { UserDetail, VisibleUser } from './user-detail.ts'

type LaunchPlace = Pick<LaunchNotification, 'city' | 'state' | 'country'>

export interface LaunchOrigin {
  ipAddress: string
  userAgent: string | null
  /** The header Accept-Language. */
  acceptLanguage: string | undefined
  /** The browser's position. Only the names of the place are stored. */
  position: Position | null
}

export interface AdminDeps extends Pick<FiguresDeps, 'online' | 'waiting'> {
  database: Database
  clock: Clock
  limits: RateLimits
  /** Returns the names of a place; null for an imprecise position or one far out at sea. */
  placeOf(position: Position): Promise<LaunchPlace | null>
  /** Resolves once the mail is sent. */
  mailLaunch(to: LaunchAddress): Promise<void>
  onError(error: unknown): void
}

export interface Admin {
  readonly figures: Figures
  /** Returns how much work waits for people and for jobs, and since when. */
  backlogs(): Promise<Backlog[]>
  stats(): Promise<AdminStats>
  /** Newest first, with the total number of matches. */
  users(query: AdminListQuery): Promise<AdminList<AdminUser>>
  /** @throws ApiError NOT_FOUND */
  userDetail(actor: Actor, userId: string): Promise<UserDetail>
  /** Newest first, with the total number of matches. */
  launchNotifications(query: AdminListQuery): Promise<AdminList<LaunchNotification>>
  /** Mails every entry that was not mailed yet. Returns how many were mailed. */
  notifyLaunchList(): Promise<number>
  /** Idempotent: the result does not reveal whether an address was listed before. @throws ApiError RATE_LIMITED */
  joinLaunchList(email: string, origin: LaunchOrigin): Promise<void>
}

export function createAdmin(deps: AdminDeps): Admin {
  const { database, clock, limits, mailLaunch, onError } = deps
  const { prisma, reads } = database

  return {
    figures: createFigures(deps),
    backlogs: () => readBacklogs(deps),
    userDetail: (actor, userId) => readUserDetail(deps, actor, userId),

    stats: () => reads.run((source) => readStats(source)),
    users: (query) => reads.run((source) => listUsers({ database: source, clock }, query)),
    launchNotifications: (query) => reads.run((source) => listLaunchNotifications(source, query)),

    notifyLaunchList: () => notifyLaunchList({ pool: database.pool, clock, mailLaunch, onError }),

    async joinLaunchList(email, { position, acceptLanguage, ...origin }) {
      await limits.consume('launchByAddress', origin.ipAddress)
      const place = position ? await deps.placeOf(position) : null
      const language = acceptLanguage ? pickLanguage(acceptLanguage) : null
      const row = { id: uuidv7(), email, timestamp: new Date(clock.now()), language, ...origin, ...place }
      await prisma.launchNotification.createMany({ data: row, skipDuplicates: true })
    },
  }
}
