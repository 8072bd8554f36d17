import { PAYMENT_PROVIDERS } from '#schema/billing.ts'
import { ERROR_CODES } from '#schema/errors.ts'
import { RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts'

/** A list holds every value that a label can have. `bounded`: the caller takes the value from our own code. */
type Label = readonly string[] | 'bounded'

export interface Instrument {
  kind: 'counter' | 'histogram' | 'gauge'
  name: string
  help: string
  labels: Readonly<Record<string, Label>>
  /** The upper bounds of the buckets of a histogram. */
  buckets?: readonly number[]
}

/** Durations in seconds, from a statement to a request that nearly times out. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Durations of messages, finer around the usual few milliseconds. */
const MESSAGE_DURATIONS = [0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** How long members wait for a match, in seconds. The stages of relaxation are within. */
const WAITS = [0.1, 1, 5, 10, 20, 30, 45, 60, 90, 120, 300, 600]
const JOB_DURATIONS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300]

/** The push services of the browsers; `other`: one that only this operator allows. */
export const PUSH_SERVICE_NAMES = ['google', 'mozilla', 'apple', 'microsoft', 'other'] as const
export type PushServiceName = (typeof PUSH_SERVICE_NAMES)[number]

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'other'] as const
export const STATUSES = ['2xx', '3xx', '4xx', '5xx'] as const
export const TRANSPORTS = ['rest', 'graphql', 'sse'] as const

/** The jobs that run at an interval. */
export const JOBS = [
  'decision_redelivery',
  'enforcement',
  'evening_figures',
  'evening_reminders',
  'exports',
  'interest_bells',
  'keep_wishes',
  'kept_notices',
  'message_partitions',
  'premium_reminders',
  'push_messages',
  'reconciliation',
  'retention',
  'search_waits',
  'session_invalidations',
  'session_sweep',
  'unread_reminders',
] as const
export type JobName = (typeof JOBS)[number]

/** Every metric that the server counts or times. Gauges that are read at a scrape are in `server/gauges.ts`. */
export const INSTRUMENTS = {
  httpRequests: {
    kind: 'histogram',
    name: 'rapport_http_request_duration_seconds',
    help: 'REST requests and pages by route template, from the request to the answer',
    labels: { route: 'bounded', method: METHODS, status: STATUSES },
    buckets: DURATIONS,
  },
  graphqlOperations: {
    kind: 'histogram',
    name: 'rapport_graphql_operation_duration_seconds',
    help: 'GraphQL operations by type and by the field of the schema that they ask for',
    labels: {
      type: ['query', 'mutation', 'subscription'],
      field: 'bounded',
      outcome: ['ok', 'error'],
    },
    buckets: DURATIONS,
  },
  streamOpenings: {
    kind: 'histogram',
    name: 'rapport_stream_opening_seconds',
    help: 'Live streams from the request to the end of the replay, or to the refusal',
    labels: { outcome: ['opened', 'refused'] },
    buckets: DURATIONS,
  },
  errors: {
    kind: 'counter',
    name: 'rapport_errors_total',
    help: 'Errors that callers received, by code',
    labels: { transport: TRANSPORTS, code: ERROR_CODES },
  },
  refusals: {
    kind: 'counter',
    name: 'rapport_rate_limit_refusals_total',
    help: 'Actions that a rate limit refused',
    labels: { limit: Object.keys(RATE_LIMITS) },
  },
  messageCommit: {
    kind: 'histogram',
    name: 'rapport_message_commit_seconds',
    help: 'Messages from the accepted request to the commit',
    labels: {},
    buckets: MESSAGE_DURATIONS,
  },
  messagePublish: {
    kind: 'histogram',
    name: 'rapport_message_publish_seconds',
    help: 'Messages from the commit until every node had them; without Redis, until they were written to the streams',
    labels: {},
    buckets: MESSAGE_DURATIONS,
  },
  messageBatch: {
    kind: 'histogram',
    name: 'rapport_message_batch_size',
    help: 'Messages that one statement committed',
    labels: {},
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  },
  redelivered: {
    kind: 'counter',
    name: 'rapport_redelivered_events_total',
    help: 'Committed messages that no node had published and that were published later',
    labels: {},
  },
  knocks: {
    kind: 'counter',
    name: 'rapport_knocks_total',
    help: 'Knocks that were sent, accepted, declined, or declined for good',
    labels: { event: ['sent', 'accepted', 'declined', 'refused'] },
  },
  matchWait: {
    kind: 'histogram',
    name: 'rapport_match_wait_seconds',
    help: 'How long each member of a match had waited',
    labels: {},
    buckets: WAITS,
  },
  matchDecision: {
    kind: 'histogram',
    name: 'rapport_match_decision_seconds',
    help: 'How long one search took to decide',
    labels: { outcome: ['matched', 'searching'] },
    buckets: DURATIONS,
  },
  outages: {
    kind: 'counter',
    name: 'rapport_outages_total',
    help: 'Times that PostgreSQL or Redis could not be reached',
    labels: {},
  },
  redisRoundTrip: {
    kind: 'histogram',
    name: 'rapport_redis_round_trip_seconds',
    help: 'How long Redis took to answer the regular check of a connection',
    labels: {},
    buckets: DURATIONS,
  },
  jobDuration: {
    kind: 'histogram',
    name: 'rapport_job_duration_seconds',
    help: 'Runs of background jobs that succeeded',
    labels: { task: JOBS },
    buckets: JOB_DURATIONS,
  },
  jobFailures: {
    kind: 'counter',
    name: 'rapport_job_failures_total',
    help: 'Runs of background jobs that failed',
    labels: { task: JOBS },
  },
  jobSuccess: {
    kind: 'gauge',
    name: 'rapport_job_last_success_timestamp_seconds',
    help: 'When a background job last succeeded on this node; before the first success, when it started',
    labels: { task: JOBS },
  },
  mails: {
    kind: 'counter',
    name: 'rapport_mails_total',
    help: 'Mails that the mail server accepted or refused',
    labels: { outcome: ['sent', 'failed'] },
  },
  pushes: {
    kind: 'counter',
    name: 'rapport_push_messages_total',
    help: 'Push messages by push service: taken by it, failed and tried again, given up, or refused because the browser is gone',
    labels: { service: PUSH_SERVICE_NAMES, outcome: ['sent', 'failed', 'given_up', 'gone'] },
  },
  rings: {
    kind: 'counter',
    name: 'rapport_rings_total',
    help: 'Members found for a search that goes on in a closed app: both came, one did not come, or one cancelled or was blocked',
    labels: { outcome: ['answered', 'missed', 'cancelled'] },
  },
  payments: {
    kind: 'counter',
    name: 'rapport_payments_total',
    help: 'Payments that reached a state in the ledger',
    labels: {
      provider: PAYMENT_PROVIDERS,
      status: ['pending', 'failed', 'authorized', 'completed', 'refunded'],
    },
  },
  providerFailures: {
    kind: 'counter',
    name: 'rapport_payment_provider_failures_total',
    help: 'Calls to a payment provider that failed',
    labels: { provider: PAYMENT_PROVIDERS },
  },
} as const satisfies Record<string, Instrument>
