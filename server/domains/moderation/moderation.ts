import type { Decision } from '#schema/moderation.ts'
import type { EventBus } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, ModerationActionModel, Transaction } from '#server/platform/postgres/index.ts'
import { decideAppeal, fileAppeal } from './appeals.ts'
import { recordAction } from './audit-log/record-action.ts'
import { type DecisionResult, decideAbout, decideReport, suspensionOrBanOf } from './decisions/decisions.ts'
import { createEnforcement, type Enforcement } from './decisions/enforcement.ts'
import { type BanSignalStore, DAY } from './decisions/sanctions.ts'
import { type Actor, lockMember } from './permissions.ts'
import { type Dismissals, dismissReports } from './reports/dismiss-reports.ts'
import { type DecidedAppeal, reverseAsModerator } from './reversals.ts'
import { updateAccountStatus } from './update-account-status.ts'

export interface SanctionRecord {
  actionId: string
  kind: SanctionKind
  reason: string
  at: Date
  until: Date | null
  reversed: boolean
  /** Until when it counts as a strike. */
  strikeUntil: Date | null
  appeal: { status: 'OPEN' | 'UPHELD' | 'REVERSED'; text: string; answer: string | null } | null
}

export interface AccountStatus {
  suspended: boolean
  banned: boolean
  until: Date | null
  /** What was done to the account, the latest first. */
  history: SanctionRecord[]
}

export interface Decisions extends Enforcement {
  /** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
  decideReport(actor: Actor, reportId: string, decision: Decision): Promise<void>
  /** Dismisses several reports for one reason. Says which were refused, and why. */
  dismissReports(actor: Actor, reportIds: readonly string[], reason: string): Promise<Dismissals>
  /** Without a report. @throws ApiError NOT_FOUND, FORBIDDEN, INVALID */
  decideAbout(actor: Actor, userId: string, decision: Decision): Promise<void>
  /** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
  reverse(actor: Actor, actionId: string, reason: string): Promise<void>
  /** By our own defences, until somebody has looked or the hours of the settings are over; once for a report that is open. */
  pause(userId: string, reason: string, reportId: string | null): Promise<void>
  /** @throws ApiError NOT_FOUND, CONFLICT */
  appeal(userId: string, actionId: string, text: string): Promise<void>
  /** @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT */
  decideAppeal(actor: Actor, hearing: { appealId: string; reverse: boolean; answer: string }): Promise<void>
  accountStatus(userId: string): Promise<AccountStatus>
}

export interface DecisionsDeps {
  database: Database
  clock: Clock
  events: EventBus
  bans: BanSignalStore
  pauseHours: number
  onError(error: unknown): void
}

const HISTORY = 50
const SHOWN = ['WARN', 'SUSPEND', 'PAUSE', 'BAN'] as const
export type SanctionKind = (typeof SHOWN)[number]
const isShown = (kind: string): kind is SanctionKind => SHOWN.some((shown) => shown === kind)

export function createDecisions(deps: DecisionsDeps): Decisions {
  const { database, clock, events, bans } = deps
  const { prisma } = database

  const inOne = <Result>(work: (transaction: Transaction, now: Date) => Promise<Result>) =>
    prisma.$transaction((transaction) => work(transaction, new Date(clock.now())), {
      maxWait: 10_000,
      timeout: 15_000,
    })

  async function changed(userId: string, suspended: boolean) {
    await events.emit('userChanged', { userId })
    if (suspended) await events.emit('userSuspended', { userId })
  }

  async function sentAway(userId: string, { id: actionId, reason, until }: ModerationActionModel) {
    await changed(userId, true)
    await events.emit('userSanctioned', { userId, actionId, reason, until })
  }

  async function announceAppeals(appeals: readonly DecidedAppeal[], actor: Actor) {
    for (const { id, ...appeal } of appeals) {
      await events.emit('appealDecided', appeal)
      const about = { ids: [id], subjectId: appeal.userId, actorId: actor.id }
      await events.emit('moderationChanged', { kind: 'APPEAL_DECIDED', ...about })
    }
  }

  async function announce(
    { userId, reportIds, reportOutcomes, appeals, ...done }: DecisionResult,
    actor: Actor,
  ) {
    const grave = suspensionOrBanOf(done)
    if (grave) await sentAway(userId, grave)
    else await changed(userId, false)
    if (done.action.kind === 'WARN')
      await events.emit('userWarned', { userId, actionId: done.action.id, reason: done.action.reason })
    for (const report of reportOutcomes) await events.emit('reportDecided', report)
    if (reportIds.length > 0) {
      const about = { ids: reportIds, subjectId: userId, actorId: actor.id }
      await events.emit('moderationChanged', { kind: 'REPORT_DECIDED', ...about })
    }
    await announceAppeals(appeals, actor)
  }

  async function decide(actor: Actor, reportId: string, decision: Decision) {
    await announce(
      await inOne((transaction, now) => decideReport({ transaction, bans, now }, actor, reportId, decision)),
      actor,
    )
  }

  return {
    ...createEnforcement(deps),
    decideReport: decide,
    dismissReports: (actor, reportIds, reason) =>
      dismissReports(database, reportIds, (id) => decide(actor, id, { kind: 'DISMISS', reason })),

    async decideAbout(actor, userId, decision) {
      await announce(
        await inOne((transaction, now) => decideAbout({ transaction, bans, now }, actor, userId, decision)),
        actor,
      )
    },

    async reverse(actor, actionId, reason) {
      const { userId, appeals } = await inOne((transaction, now) =>
        reverseAsModerator(transaction, bans, actor, { actionId, reason, now }),
      )
      await changed(userId, false)
      await announceAppeals(appeals, actor)
    },

    async pause(userId, reason, reportId) {
      const paused = await inOne(async (transaction, now) => {
        const person = await lockMember(transaction, userId)
        // Whoever moderates is not held off by a crowd; the report waits for somebody else.
        if (person.role !== 'MEMBER') return null
        const report = reportId && (await transaction.report.findUnique({ where: { id: reportId } }))
        if (report && report.status !== 'OPEN') return null
        const before =
          reportId &&
          (await transaction.moderationAction.count({
            where: { subjectId: userId, kind: 'PAUSE', reportId },
          }))
        if (before) return null
        const until = new Date(now.getTime() + deps.pauseHours * (DAY / 24))
        const action = { kind: 'PAUSE', actorId: null, subjectId: userId, reportId, reason, until } as const
        const recorded = await recordAction(transaction, { ...action, at: now })
        await updateAccountStatus(transaction, userId, now)
        return recorded
      })
      if (paused) await sentAway(userId, paused)
    },

    async appeal(userId, actionId, text) {
      const id = await inOne((transaction, now) => fileAppeal(transaction, { userId, actionId, text, now }))
      const about = { ids: [id], subjectId: userId, actorId: null }
      await events.emit('moderationChanged', { kind: 'APPEAL_ARRIVED', ...about })
    },

    async decideAppeal(actor, hearing) {
      const appeals = await inOne((transaction, now) =>
        decideAppeal(transaction, bans, actor, { ...hearing, now }),
      )
      const [heard] = appeals
      if (heard) await changed(heard.userId, false)
      await announceAppeals(appeals, actor)
    },

    accountStatus: (userId) => readStanding(prisma, userId, new Date(clock.now())),
  }
}

async function readStanding(prisma: Transaction, userId: string, now: Date): Promise<AccountStatus> {
  const mine = { orderBy: { id: 'desc' }, take: HISTORY } as const
  const [row, actions, reversals, strikes, appeals] = await Promise.all([
    prisma.user.findUnique({ where: { id: userId }, select: { bannedAt: true, suspendedUntil: true } }),
    prisma.moderationAction.findMany({ where: { subjectId: userId, kind: { in: [...SHOWN] } }, ...mine }),
    prisma.moderationAction.findMany({ where: { subjectId: userId, kind: 'REVERSE' }, ...mine }),
    prisma.strike.findMany({ where: { userId, revokedAt: null, expires: { gt: now } } }),
    prisma.appeal.findMany({ where: { userId }, ...mine }),
  ])
  const banned = row?.bannedAt !== null && row?.bannedAt !== undefined
  const until = row?.suspendedUntil && row.suspendedUntil > now ? row.suspendedUntil : null
  return {
    banned,
    suspended: banned || until !== null,
    until: banned ? null : until,
    history: actions.flatMap(({ id, kind, reason, at, until }) => {
      if (!isShown(kind)) return []
      const appeal = appeals.find(({ actionId }) => actionId === id)
      return {
        actionId: id,
        kind,
        reason,
        at,
        until,
        reversed: reversals.some(({ reversed }) => reversed === id),
        strikeUntil: strikes.find(({ actionId }) => actionId === id)?.expires ?? null,
        appeal: appeal ? { status: appeal.status, text: appeal.text, answer: appeal.answer } : null,
      }
    }),
  }
}
