import * as z from 'zod'
import { operation } from '../../data/operation.ts'

export const person = z.object({ id: z.string(), displayName: z.string() })
export type Person = z.infer<typeof person>

const action = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  reason: z.string(),
  until: z.string().nullable(),
  reportId: z.string().nullable(),
  reversed: z.string().nullable(),
  actor: person.nullable(),
  subject: person.nullable(),
})
export type Action = z.infer<typeof action>
const ACTION = 'id at kind reason until reportId reversed actor { id displayName } subject { id displayName }'

const report = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.string(),
  priority: z.number(),
  reason: z.string(),
  created: z.string(),
  decidedAt: z.string().nullable(),
  reported: person,
  reporter: person.nullable(),
  claim: z.object({ by: person, until: z.string() }).nullable(),
})
export type Report = z.infer<typeof report>
const REPORT =
  'id kind status priority reason created decidedAt reported { id displayName } reporter { id displayName } claim { by { id displayName } until }'

const message = z.object({
  id: z.string(),
  senderId: z.string(),
  text: z.string(),
  time: z.string(),
  /** The part of the text that the report is about. */
  about: z.string().nullable(),
})
export type EvidenceMessage = z.infer<typeof message>

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ totalCount: z.number(), endCursor: z.string().nullable(), nodes: z.array(item) })
const PAGE = 'totalCount endCursor'

export interface Paged {
  status?: 'OPEN' | 'DECIDED'
  first?: number
  after?: string | null
}

export const REPORTS = operation<Paged>()(
  `query Reports($status: QueueStatus! = OPEN, $first: Int = 20, $after: String) {
    reports(status: $status, first: $first, after: $after) { ${PAGE} nodes { ${REPORT} } }
  }`,
  z.object({ reports: pageOf(report) }),
)

const decidedReport = report.extend({ decisions: z.array(action) })
export type DecidedReport = z.infer<typeof decidedReport>

export const DECIDED_REPORTS = operation<Paged>()(
  `query DecidedReports($first: Int = 20, $after: String) {
    reports(status: DECIDED, first: $first, after: $after) { ${PAGE} nodes { ${REPORT} decisions { ${ACTION} } } }
  }`,
  z.object({ reports: pageOf(decidedReport) }),
)

const reportCase = report.extend({ evidence: z.array(message), decisions: z.array(action) })
export type ReportDetail = z.infer<typeof reportCase>

export const REPORT_CASE = operation<{ id: string }>()(
  `query ReportCase($id: ID!) {
    reportCase(id: $id) { ${REPORT} evidence { id senderId text time about } decisions { ${ACTION} } }
  }`,
  z.object({ reportCase }),
)

export const REPORT_ARRIVALS = operation<{ since: string | null }>()(
  `query ReportArrivals($since: DateTime) { reportArrivals(since: $since) { count latest } }`,
  z.object({ reportArrivals: z.object({ count: z.number(), latest: z.string().nullable() }) }),
)

const note = z.object({
  id: z.string(),
  text: z.string(),
  created: z.string(),
  reportId: z.string().nullable(),
  author: person.nullable(),
})
export type Note = z.infer<typeof note>

const detail = z.object({
  user: z.object({
    id: z.string(),
    displayName: z.string(),
    /** Null for moderators, as is the city. */
    email: z.string().nullable(),
    age: z.number(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    premium: z.boolean(),
    emailVerified: z.boolean(),
    created: z.string(),
    lastSeen: z.string(),
  }),
  interests: z.array(z.string()),
  bannedAt: z.string().nullable(),
  suspendedUntil: z.string().nullable(),
  conversations: z.number(),
  reportsMade: z.number(),
  reportsReceived: z.number(),
  blocksReceived: z.number(),
  openStrikes: z.number(),
  reports: z.array(report),
  actions: z.array(action),
  notes: z.array(note),
})
export type PersonDetail = z.infer<typeof detail>

export const PERSON = operation<{ id: string }>()(
  `query Person($id: ID!) {
    person(id: $id) {
      user { id displayName email age city country premium emailVerified created lastSeen }
      interests bannedAt suspendedUntil conversations reportsMade reportsReceived blocksReceived openStrikes
      reports { ${REPORT} }
      actions { ${ACTION} }
      notes { id text created reportId author { id displayName } }
    }
  }`,
  z.object({ person: detail }),
)

export interface Verdict extends Record<string, unknown> {
  id: string
  kind: 'DISMISS' | 'WARN' | 'SUSPEND' | 'BAN'
  reason: string
  days: number | null
}

export const done = <Name extends string>(name: Name) =>
  z.object({ [name]: z.boolean() } as Record<Name, z.ZodBoolean>)

export const DECIDE_REPORT = operation<Verdict>()(
  `mutation DecideReport($id: ID!, $kind: Decision!, $reason: String!, $days: Int) {
    decideReport(id: $id, kind: $kind, reason: $reason, days: $days)
  }`,
  done('decideReport'),
)

export const DECIDE_ABOUT_PERSON = operation<Verdict>()(
  `mutation DecideAboutPerson($id: ID!, $kind: Decision!, $reason: String!, $days: Int) {
    decideAboutPerson(id: $id, kind: $kind, reason: $reason, days: $days)
  }`,
  done('decideAboutPerson'),
)

export const REVERSE_ACTION = operation<{ id: string; reason: string }>()(
  `mutation ReverseAction($id: ID!, $reason: String!) { reverseAction(id: $id, reason: $reason) }`,
  done('reverseAction'),
)

const appeal = z.object({
  id: z.string(),
  text: z.string(),
  status: z.string(),
  created: z.string(),
  answer: z.string().nullable(),
  person,
  action: action.nullable(),
})
export type Appeal = z.infer<typeof appeal>

export const APPEALS = operation<Paged>()(
  `query Appeals($status: QueueStatus! = OPEN, $first: Int = 20, $after: String) {
    appeals(status: $status, first: $first, after: $after) {
      ${PAGE} nodes { id text status created answer person { id displayName } action { ${ACTION} } }
    }
  }`,
  z.object({ appeals: pageOf(appeal) }),
)

export const DECIDE_APPEAL = operation<{ id: string; reverse: boolean; answer: string }>()(
  `mutation DecideAppeal($id: ID!, $reverse: Boolean!, $answer: String!) {
    decideAppeal(id: $id, reverse: $reverse, answer: $answer)
  }`,
  done('decideAppeal'),
)

const held = z.object({
  id: z.string(),
  text: z.string(),
  rule: z.string(),
  created: z.string(),
  sender: person,
})
export type HeldMessage = z.infer<typeof held>

export const HELD_MESSAGES = operation<Paged>()(
  `query HeldMessages($first: Int = 20, $after: String) {
    heldMessages(first: $first, after: $after) { ${PAGE} nodes { id text rule created sender { id displayName } } }
  }`,
  z.object({ heldMessages: pageOf(held) }),
)

export const DECIDE_HELD = operation<{ id: string; release: boolean }>()(
  `mutation DecideHeld($id: ID!, $release: Boolean!) { decideHeldMessage(id: $id, release: $release) }`,
  done('decideHeldMessage'),
)

/** Null and undefined do not narrow the log. */
export interface LogFilter {
  userId?: string
  actorId?: string
  automatic?: boolean
  kinds?: string[]
  from?: string
  until?: string
  search?: string
}

export const AUDIT_LOG = operation<Paged & LogFilter>()(
  `query AuditLog($first: Int = 20, $after: String, $userId: ID, $actorId: ID, $automatic: Boolean,
      $kinds: [ModerationActionKind!], $from: DateTime, $until: DateTime, $search: String) {
    auditLog(first: $first, after: $after, userId: $userId, actorId: $actorId, automatic: $automatic, kinds: $kinds,
      from: $from, until: $until, search: $search) { ${PAGE} nodes { ${ACTION} } }
  }`,
  z.object({ auditLog: pageOf(action) }),
)

const figures = z.object({
  at: z.string(),
  online: z.number(),
  waiting: z.number(),
  matchesPerMinute: z.number(),
  messagesPerMinute: z.number(),
  reportsOpen: z.number(),
  appealsOpen: z.number(),
})
export type LiveFigures = z.infer<typeof figures>
const FIGURES = 'at online waiting matchesPerMinute messagesPerMinute reportsOpen appealsOpen'

const minute = z.object({ minute: z.string(), matches: z.number(), messages: z.number() })
export type Minute = z.infer<typeof minute>

export const FIGURES_NOW = operation()(
  `query FiguresNow { liveFigures { ${FIGURES} } lastHour { minute matches messages } }`,
  z.object({ liveFigures: figures, lastHour: z.array(minute) }),
)

export const FIGURES_LIVE = operation()(
  `subscription FiguresLive { liveFigures { ${FIGURES} } }`,
  z.object({ liveFigures: figures }),
)
