import type { ErrorCode } from '#schema/errors.ts'
import { ROUTES, type Route, type RouteName } from '#schema/routes.ts'
import { STATUS_OF } from '#server/platform/errors.ts'
import {
  ACCOUNT_OPERATIONS,
  MISSED_MAILS_OPERATIONS,
  PASSWORD_OPERATIONS,
  PRIVACY_OPERATIONS,
} from './account-operations.ts'
import { BELL_OPERATIONS } from './bell-operations.ts'
import { ADMIN_OPERATIONS, BILLING_OPERATIONS } from './billing-operations.ts'
import { CHAT_OPERATIONS } from './chat-operations.ts'
import { EVENING_OPERATIONS } from './evening-operations.ts'
import { KEEPING_OPERATIONS } from './keeping-operations.ts'
import { KNOCK_OPERATIONS } from './knock-operations.ts'
import type { Operation } from './operation.ts'
import { PUSH_OPERATIONS } from './push-operations.ts'

/** What the document says of each route. The compiler finds a route that is missing. */
export const OPERATIONS: Record<RouteName, Operation> = {
  ...ACCOUNT_OPERATIONS,
  ...PASSWORD_OPERATIONS,
  ...CHAT_OPERATIONS,
  ...EVENING_OPERATIONS,
  ...KEEPING_OPERATIONS,
  ...KNOCK_OPERATIONS,
  ...BILLING_OPERATIONS,
  ...PRIVACY_OPERATIONS,
  ...BELL_OPERATIONS,
  ...PUSH_OPERATIONS,
  ...ADMIN_OPERATIONS,
  ...MISSED_MAILS_OPERATIONS,
}

/** Returns the errors that a route may answer, with when they happen. */
export function errorsOf(route: Route, operation: Operation): Partial<Record<ErrorCode, string>> {
  const withSession = route.access !== 'public'
  const changesState = route.method !== 'GET' || route.changesState === true
  const own = operation.errors ?? {}
  const derived: Partial<Record<ErrorCode, string>> = {
    ...(withSession && { UNAUTHENTICATED: 'There is no session, or it has ended.' }),
    ...(withSession && route.access !== 'account' && { SUSPENDED: 'The account is suspended.' }),
    ...(!withSession &&
      changesState &&
      !route.anyPage && { FORBIDDEN: 'The request came from a page of another origin.' }),
    ...(withSession && changesState && { FORBIDDEN: 'The cookie came from a page of another origin.' }),
    ...(route.access === 'admin' && {
      SECOND_FACTOR_ENROLMENT_REQUIRED: 'The server asks staff for a second factor, and the caller has none.',
      SECOND_FACTOR_REQUIRED: 'This session has not proved the second factor of the caller.',
      FORBIDDEN: 'The caller is no administrator, or the cookie came from a page of another origin.',
    }),
    ...((route.params || route.query || route.headers || route.body) && {
      INVALID: 'The request breaks a rule of its models; `fields` names the fields.',
    }),
    ...(route.body && {
      TOO_LARGE: 'The body is larger than 64 KiB.',
      UNSUPPORTED_TYPE: 'The body is not of the documented type, not UTF-8, or compressed.',
    }),
    ...(operation.limits && { RATE_LIMITED: 'Too many calls; `Retry-After` says how long to wait.' }),
    UNAVAILABLE: 'The server cannot serve the call now; `Retry-After` says how long to wait.',
    INTERNAL: 'An error of the server.',
  }
  const merged: Partial<Record<ErrorCode, string>> = { ...derived }
  for (const [code, text] of Object.entries(own) as [ErrorCode, string][])
    merged[code] = derived[code] ? `${derived[code]} Or: ${lowerFirst(text)}` : text
  return merged
}

/** Returns the status of an error of a route: a session that lacks its second factor stays open, so it is no 401. */
export const statusIn = (route: Route) => (code: ErrorCode) =>
  code === 'SECOND_FACTOR_REQUIRED' && route.access !== 'public' ? 403 : STATUS_OF[code]

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Returns, for each route of the contract, the error codes that its document declares. */
export function declaredErrors(): ReadonlyMap<Route, ReadonlySet<string>> {
  const entries = Object.entries(ROUTES) as [RouteName, Route][]
  return new Map(
    entries.map(([name, route]) => [route, new Set(Object.keys(errorsOf(route, OPERATIONS[name])))]),
  )
}
