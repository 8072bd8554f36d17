import type { Route } from './route.ts'
import { ACCOUNT_ROUTES } from './routes/accounts.ts'
import { ADMIN_ROUTES } from './routes/admin.ts'
import { BELL_ROUTES } from './routes/bells.ts'
import { BILLING_ROUTES } from './routes/billing.ts'
import { CHAT_ROUTES } from './routes/chat.ts'
import { EVENING_ROUTES } from './routes/evenings.ts'
import { KEEPING_ROUTES } from './routes/keeping.ts'
import { KNOCK_ROUTES } from './routes/knocks.ts'
import { MISSED_MAILS_ROUTES } from './routes/missed-mails.ts'
import { PASSWORD_ROUTES } from './routes/passwords.ts'
import { PRIVACY_ROUTES } from './routes/privacy.ts'
import { PUSH_ROUTES } from './routes/push.ts'

export type { Route, RouteAccess } from './route.ts'

/** Every REST call (spec §7). The server, the web app and the OpenAPI document use this table. */
export const ROUTES = {
  ...ACCOUNT_ROUTES,
  ...PASSWORD_ROUTES,
  ...CHAT_ROUTES,
  ...EVENING_ROUTES,
  ...KEEPING_ROUTES,
  ...KNOCK_ROUTES,
  ...BILLING_ROUTES,
  ...PRIVACY_ROUTES,
  ...BELL_ROUTES,
  ...PUSH_ROUTES,
  ...ADMIN_ROUTES,
  ...MISSED_MAILS_ROUTES,
} as const satisfies Record<string, Route>

export type RouteName = keyof typeof ROUTES

/** The live stream is not a JSON call, so it is not in the table. */
export const STREAM_PATH = '/subscribe/{userId}'
