import { v7 as uuidv7 } from 'uuid'
import { createDecisions } from '#server/domains/moderation/decisions/decisions.ts'
import type { Actor } from '#server/domains/moderation/permissions.ts'
import type { DefenceConfig } from '#server/platform/config/defence-settings.ts'
import { createTestClock } from './clock.ts'
import { createEventRecorder } from './event-recorder.ts'
import type { Rows } from './rows.ts'

/** The settings of the defences, all of them enabled. */
export const DEFENCES: DefenceConfig = {
  firstChatHours: 24,
  messageFilter: true,
  heldWords: [],
  allowedWords: [],
  termChanges: {},
  minorReports: true,
  proofOfWork: 'bursts',
  newAccountHours: 24,
  banSignalDays: 90,
  autoPauseReports: 3,
  autoPauseHours: 72,
  lastingMailDomains: [],
}

type Database = Rows['database']
type ReportData = Partial<Parameters<Database['prisma']['report']['create']>[0]['data']>

/** Opens moderation on a database, without a server. Domain events and changes of ban signals are recorded. */
export function openModeration(rows: Rows, { pauseHours = 72 } = {}) {
  const { database } = rows
  const { prisma } = database
  const clock = createTestClock()
  const { events, emitted } = createEventRecorder(
    'userChanged',
    'userSuspended',
    'userSanctioned',
    'userWarned',
    'reportDecided',
    'appealDecided',
    'moderationChanged',
  )
  const banSignals: string[] = []
  const decisions = createDecisions({
    database,
    clock,
    events,
    autoPauseHours: pauseHours,
    signals: {
      store: async (userId) => void banSignals.push(`store ${userId}`),
      delete: async (userId) => void banSignals.push(`delete ${userId}`),
    },
  })

  return {
    decisions,
    clock,
    events,
    emitted,
    banSignals,
    at: (milliseconds = 0) => new Date(clock.now() + milliseconds),

    async staff<Role extends Actor['role']>(role: Role, changes: object = {}) {
      const id = await rows.member()
      await prisma.user.update({ where: { id }, data: { role, ...changes } })
      return { id, role }
    },

    /** Stores a report. Its reporter is another member unless the test names one. */
    async report(reportedId: string, changes: ReportData = {}) {
      const [id, reporterId] = [uuidv7(), await rows.member()]
      const data = { id, reporterId, reportedId, reason: 'x', evidence: [] }
      return prisma.report.create({ data: { ...data, ...changes } as typeof data })
    },

    account: (id: string) =>
      prisma.user.findUniqueOrThrow({ where: { id }, select: { bannedAt: true, suspendedUntil: true } }),
    actionsOf: (subjectId: string) =>
      prisma.moderationAction.findMany({ where: { subjectId }, orderBy: { id: 'asc' } }),
    /** Returns the newest action about a member, optionally of a kind. */
    async newestAction(subjectId: string, kind?: 'WARN' | 'SUSPEND' | 'PAUSE' | 'BAN') {
      return prisma.moderationAction.findFirstOrThrow({
        where: { subjectId, ...(kind ? { kind } : {}) },
        orderBy: { id: 'desc' },
      })
    },
  }
}

export type TestModeration = ReturnType<typeof openModeration>
