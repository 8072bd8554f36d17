import { graphql, type ResultOf, type VariablesOf } from '../../data/operation.ts'

const person = graphql('fragment PersonFields on PersonInQueue { id displayName }')
export type Person = ResultOf<typeof person>

/** A person whose text moderators read, with the language of their interface. */
const author = graphql('fragment AuthorFields on PersonInQueue { ...PersonFields language }', [person])
export type AuthorLanguage = NonNullable<ResultOf<typeof author>['language']>

const action = graphql(
  `fragment ActionFields on ModerationAction {
    id at kind reason until reportId reversed
    actor { ...PersonFields }
    subject { ...PersonFields }
  }`,
  [person],
)
export type Action = ResultOf<typeof action>

const report = graphql(
  `fragment ReportFields on Report {
    id kind status priority category reason created decidedAt
    reported { ...PersonFields }
    reporter { ...AuthorFields }
    claim { by { ...PersonFields } until }
  }`,
  [person, author],
)
export type Report = ResultOf<typeof report>

export const REPORTS = graphql(
  `query Reports($status: QueueStatus! = OPEN, $category: ReportCategory, $first: Int = 20, $after: String) {
    reports(status: $status, category: $category, first: $first, after: $after) { totalCount endCursor nodes { ...ReportFields } }
  }`,
  [report],
)

export const DECIDED_REPORTS = graphql(
  `query DecidedReports($category: ReportCategory, $first: Int = 20, $after: String) {
    reports(status: DECIDED, category: $category, first: $first, after: $after) {
      totalCount endCursor nodes { ...ReportFields decisions { ...ActionFields } }
    }
  }`,
  [report, action],
)
export type DecidedReport = ResultOf<typeof DECIDED_REPORTS>['reports']['nodes'][number]

export const REPORT_CASE = graphql(
  `query ReportCase($id: ID!) {
    reportCase(id: $id) {
      ...ReportFields
      evidence { id senderId text time about language }
      decisions { ...ActionFields }
    }
  }`,
  [report, action],
)
export type ReportDetail = ResultOf<typeof REPORT_CASE>['reportCase']
export type EvidenceMessage = ReportDetail['evidence'][number]

export const REPORT_ARRIVALS = graphql(
  `query ReportArrivals($since: DateTime, $category: ReportCategory) {
    reportArrivals(since: $since, category: $category) { count latest }
  }`,
)

export const PERSON = graphql(
  `query Person($id: ID!) {
    person(id: $id) {
      user { id displayName email age city country premium emailVerified created lastSeen }
      language interests bannedAt suspendedUntil conversations reportsMade reportsReceived blocksReceived openStrikes
      reports { ...ReportFields }
      actions { ...ActionFields }
      notes { id text created reportId author { ...PersonFields } }
    }
  }`,
  [person, report, action],
)
export type PersonDetail = ResultOf<typeof PERSON>['person']
export type Note = PersonDetail['notes'][number]

export const DECIDE_REPORT = graphql(`
  mutation DecideReport($id: ID!, $kind: Decision!, $reason: String!, $days: Int) {
    decideReport(id: $id, kind: $kind, reason: $reason, days: $days)
  }
`)
export type Verdict = VariablesOf<typeof DECIDE_REPORT>

export const DECIDE_ABOUT_PERSON = graphql(`
  mutation DecideAboutPerson($id: ID!, $kind: Decision!, $reason: String!, $days: Int) {
    decideAboutPerson(id: $id, kind: $kind, reason: $reason, days: $days)
  }
`)

export const REVERSE_ACTION = graphql(
  'mutation ReverseAction($id: ID!, $reason: String!) { reverseAction(id: $id, reason: $reason) }',
)

export const APPEALS = graphql(
  `query Appeals($status: QueueStatus! = OPEN, $first: Int = 20, $after: String) {
    appeals(status: $status, first: $first, after: $after) {
      totalCount endCursor
      nodes { id text status created answer person { ...AuthorFields } action { ...ActionFields } }
    }
  }`,
  [author, action],
)
export type Appeal = ResultOf<typeof APPEALS>['appeals']['nodes'][number]

export const DECIDE_APPEAL = graphql(`
  mutation DecideAppeal($id: ID!, $reverse: Boolean!, $answer: String!) {
    decideAppeal(id: $id, reverse: $reverse, answer: $answer)
  }
`)

export const HELD_MESSAGES = graphql(
  `query HeldMessages($first: Int = 20, $after: String) {
    heldMessages(first: $first, after: $after) {
      totalCount endCursor nodes { id text rule created sender { ...AuthorFields } }
    }
  }`,
  [author],
)
export type HeldMessage = ResultOf<typeof HELD_MESSAGES>['heldMessages']['nodes'][number]

export const DECIDE_HELD = graphql(
  'mutation DecideHeld($id: ID!, $release: Boolean!) { decideHeldMessage(id: $id, release: $release) }',
)

export const DECIDE_HELD_OF = graphql(
  `mutation DecideHeldOf($senderId: ID!, $release: Boolean!) {
    decideHeldMessagesOf(senderId: $senderId, release: $release)
  }`,
)

export const AUDIT_LOG = graphql(
  `query AuditLog($first: Int = 20, $after: String, $userId: ID, $actorId: ID, $automatic: Boolean,
      $kinds: [ModerationActionKind!], $from: DateTime, $until: DateTime, $search: String) {
    auditLog(first: $first, after: $after, userId: $userId, actorId: $actorId, automatic: $automatic, kinds: $kinds,
      from: $from, until: $until, search: $search) { totalCount endCursor nodes { ...ActionFields } }
  }`,
  [action],
)
/** Null and undefined values do not filter. */
export type LogFilter = Omit<VariablesOf<typeof AUDIT_LOG>, 'first' | 'after'>
