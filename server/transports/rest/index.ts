import type { IncomingMessage, ServerResponse } from 'node:http'
import type Router from '@koa/router'
import type { Domains } from '#server/domains/index.ts'
import { createRouter } from '#server/platform/http/create-router.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { cookieName } from '#server/transports/http/cookie-name.ts'
import type { FrontDoor } from '#server/transports/http/front-door.ts'
import type { Respond } from '#server/transports/http/respond.ts'
import { createGuard } from './create-guard.ts'
import { addMessageRoute } from './message-route.ts'
import { declaredErrors } from './openapi/operations.ts'
import { addAccountRoutes } from './routes/accounts.ts'
import { addAdminRoutes } from './routes/admin.ts'
import { addBellRoutes } from './routes/bells.ts'
import { addBillingRoutes } from './routes/billing.ts'
import { addChatRoutes } from './routes/chat.ts'
import { addMissedMailsRoutes } from './routes/email-preferences.ts'
import { addEveningRoutes } from './routes/evenings.ts'
import { addKeepingRoutes } from './routes/keeping.ts'
import { addKnockRoutes } from './routes/knocks.ts'
import { addMatchingRoutes } from './routes/matching.ts'
import { addOpenApiRoute, addOperationsRoutes, type Operations } from './routes/operations.ts'
import { addPasswordRoutes } from './routes/passwords.ts'
import { addPrivacyRoutes } from './routes/privacy.ts'
import { addPushRoutes } from './routes/push.ts'

export interface Rest {
  /** The routes of the API and of operations. */
  router: Router
  /** Answers a message without Koa. Returns false for every other request. */
  answerMessage(request: IncomingMessage, response: ServerResponse): boolean
}

/** Builds the REST API. */
export function createRest(
  { failures, securityLog, texts }: Pick<Platform, 'failures' | 'securityLog' | 'texts'>,
  domains: Domains,
  { authentication, devices, secure, trustProxy }: FrontDoor,
  respond: Respond,
  settings: {
    operations: Operations
    /** Where people and search engines reach the server. */
    origin: string
    /** In tests: a route that answers an error which the OpenAPI document does not declare fails. */
    assertDeclaredErrors: boolean
  },
): Rest {
  const router = createRouter()
  const add = createGuard(router, {
    failures,
    securityLog,
    texts,
    authentication,
    trustProxy,
    botDefence: domains.botDefence,
    declaredErrors: settings.assertDeclaredErrors ? declaredErrors() : null,
  })
  addAccountRoutes(add, domains, authentication, devices)
  addPasswordRoutes(add, domains)
  addMatchingRoutes(add, domains)
  addKnockRoutes(add, domains)
  addChatRoutes(add, domains)
  addEveningRoutes(add, domains)
  addKeepingRoutes(add, domains)
  addBellRoutes(add, domains)
  addBillingRoutes(add, domains)
  addPrivacyRoutes(add, domains)
  addPushRoutes(add, domains)
  addAdminRoutes(add, domains)
  addMissedMailsRoutes(add, domains)
  addOperationsRoutes(router, settings.operations)
  addOpenApiRoute(router, { origin: settings.origin, cookieName: cookieName('session', secure) })
  return { router, answerMessage: addMessageRoute(add, domains, respond, failures) }
}
