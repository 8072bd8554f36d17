import type { Page } from '#schema/chat.ts'
import { DECISIONS, type Evidence, evidence } from '#schema/moderation.ts'
import {
  type AuditLogFilter,
  type LogPlace,
  readAuditLog,
} from '#server/domains/moderation/audit-log/list-actions.ts'
import { type LoggedAction, nameActions } from '#server/domains/moderation/audit-log/name-actions.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { PersonInQueue } from '#server/domains/moderation/person-in-queue.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { Database, Prisma, ReportModel } from '#server/platform/postgres/index.ts'
import { withAbout } from './evidence-about.ts'

export type QueueStatus = 'OPEN' | 'DECIDED'

export interface QueuedReport {
  id: string
  kind: ReportModel['kind']
  status: ReportModel['status']
  priority: number
  reason: string
  created: Date
  decidedAt: Date | null
  reported: PersonInQueue
  /** Null for what our own defences reported. */
  reporter: PersonInQueue | null
  /** What was said last when it was reported, as it stood then. */
  evidence: Evidence
}

export interface QueuedAppeal {
  id: string
  text: string
  status: 'OPEN' | 'UPHELD' | 'REVERSED'
  created: Date
  answer: string | null
  person: PersonInQueue
  action: LoggedAction | null
}

/** What came into the queue after a moment. */
export interface Arrivals {
  count: number
  /** The moment of the latest; null when nothing waits. */
  latest: Date | null
}

/** What waits in each queue of the console. */
export interface QueueCounts {
  reports: number
  appeals: number
  heldMessages: number
}

/** Nobody sees a report about themselves, nor an appeal of their own: it says who reported them. */
export interface ModerationQueue {
  /** What is open, the most urgent first; or what was decided, the latest first. */
  reports(actor: Actor, status: QueueStatus, place: PageRequest): Promise<Page<QueuedReport>>
  /** @throws ApiError NOT_FOUND */
  report(actor: Actor, id: string): Promise<QueuedReport>
  reportsAbout(actor: Actor, userId: string): Promise<QueuedReport[]>
  /** How many open reports were made after that moment. */
  arrivals(actor: Actor, since: Date | null): Promise<Arrivals>
  /** For each report what decided it and what took that back, in the order of the log. */
  decisionsOn(reports: readonly QueuedReport[]): Promise<LoggedAction[][]>
  appeals(actor: Actor, status: QueueStatus, place: PageRequest): Promise<Page<QueuedAppeal>>
  /** The latest first. */
  auditLog(reader: Actor, filter: AuditLogFilter, place: LogPlace): Promise<Page<LoggedAction>>
  /** Returns the name of a member of staff; null without an id. */
  named(userId: string | null): Promise<PersonInQueue | null>
  /** How much of each queue waits for a decision. */
  counts(actor: Actor): Promise<QueueCounts>
}

/** Of one person, the console shows as many. */
const ABOUT_ONE = 50

const inQueue = (status: QueueStatus) =>
  status === 'OPEN' ? ({ equals: 'OPEN' } as const) : ({ not: 'OPEN' } as const)

const named = { select: { id: true, displayName: true } } as const
const withPeople = { reported: named, reporter: named } as const satisfies Prisma.ReportInclude

const present = (row: Prisma.ReportGetPayload<{ include: typeof withPeople }>): QueuedReport => ({
  ...row,
  evidence: withAbout(evidence.catch([]).parse(row.evidence), row),
})

export function createModerationQueue({ prisma, pool }: Pick<Database, 'prisma' | 'pool'>): ModerationQueue {
  const nameAll = (actions: readonly Prisma.ModerationActionModel[]) => nameActions(prisma, actions)

  return {
    async reports(actor, status, place) {
      const where = { status: inQueue(status), reportedId: { not: actor.id } }
      const [rows, total] = await Promise.all([
        prisma.report.findMany({
          where,
          include: withPeople,
          orderBy:
            status === 'OPEN'
              ? [{ priority: 'desc' }, { created: 'asc' }, { id: 'asc' }]
              : [{ decidedAt: 'desc' }, { id: 'desc' }],
          ...pageRange(place),
        }),
        prisma.report.count({ where }),
      ])
      return pageOf(rows.map(present), total, place)
    },

    async report(actor, id) {
      const where = { id, reportedId: { not: actor.id } }
      const row = await prisma.report.findUnique({ where, include: withPeople })
      if (!row) throw new ApiError('NOT_FOUND', 'There is no such report.')
      return present(row)
    },

    async reportsAbout(actor, userId) {
      if (actor.id === userId) return []
      const rows = await prisma.report.findMany({
        where: { reportedId: userId },
        include: withPeople,
        orderBy: { created: 'desc' },
        take: ABOUT_ONE,
      })
      return rows.map(present)
    },

    async arrivals(actor, since) {
      const open = { status: 'OPEN', reportedId: { not: actor.id } } as const
      const [count, latest] = await Promise.all([
        prisma.report.count({ where: { ...open, ...(since && { created: { gt: since } }) } }),
        prisma.report.aggregate({ where: open, _max: { created: true } }),
      ])
      return { count, latest: latest._max.created }
    },

    async decisionsOn(reports) {
      const decided = reports.filter(({ decidedAt }) => decidedAt)
      if (decided.length === 0) return reports.map(() => [])
      // A suspension or a ban decides all that is open about a person, and names one report of them: what they share is the moment.
      const about = { subjectId: { in: decided.map(({ reported }) => reported.id) } }
      const made = await prisma.moderationAction.findMany({
        where: {
          ...about,
          kind: { in: [...DECISIONS] },
          at: { in: decided.flatMap(({ decidedAt }) => decidedAt ?? []) },
        },
      })
      const undone = await prisma.moderationAction.findMany({
        where: { ...about, reversed: { in: made.map(({ id }) => id) } },
      })
      const all = await nameAll([...made, ...undone].sort((one, other) => (one.id < other.id ? -1 : 1)))
      return reports.map(({ reported, decidedAt }) => {
        const own = all.filter(
          ({ at, reversed, subject }) =>
            !reversed && subject?.id === reported.id && at.getTime() === decidedAt?.getTime(),
        )
        const ids = new Set(own.map(({ id }) => id))
        return all.filter(({ id, reversed }) => ids.has(id) || (reversed && ids.has(reversed)))
      })
    },

    async appeals(actor, status, place) {
      const where = { status: inQueue(status), userId: { not: actor.id } }
      const [rows, total] = await Promise.all([
        prisma.appeal.findMany({
          where,
          include: { user: named },
          orderBy:
            status === 'OPEN' ? [{ created: 'asc' }, { id: 'asc' }] : [{ decidedAt: 'desc' }, { id: 'desc' }],
          ...pageRange(place),
        }),
        prisma.appeal.count({ where }),
      ])
      const actions = await nameAll(
        await prisma.moderationAction.findMany({
          where: { id: { in: rows.map(({ actionId }) => actionId) } },
        }),
      )
      const appeals = rows.map(({ user, actionId, ...row }) => ({
        ...row,
        person: user,
        action: actions.find(({ id }) => id === actionId) ?? null,
      }))
      return pageOf(appeals, total, place)
    },

    auditLog: (reader, filter, place) => readAuditLog({ prisma, pool }, reader, filter, place),

    named: async (id) => (id === null ? null : prisma.user.findUnique({ where: { id }, ...named })),

    async counts(actor) {
      const [reports, appeals, heldMessages] = await Promise.all([
        prisma.report.count({ where: { status: 'OPEN', reportedId: { not: actor.id } } }),
        prisma.appeal.count({ where: { status: 'OPEN', userId: { not: actor.id } } }),
        prisma.heldMessage.count({ where: { status: 'HELD' } }),
      ])
      return { reports, appeals, heldMessages }
    },
  }
}
