import type { IncomingMessage } from 'node:http'
import { ROUTES, type Route } from '#schema/routes.ts'
import type { Importance } from '#server/platform/overload/load-shedder.ts'

/** Chat, leaving, safety, and payments that a provider has taken. */
const VITAL: readonly Route[] = [
  ROUTES.sendMessage,
  ROUTES.setTyping,
  ROUTES.markRead,
  ROUTES.resign,
  ROUTES.disconnect,
  ROUTES.cancelSearch,
  ROUTES.reportUser,
  ROUTES.blockUser,
  ROUTES.unblockUser,
  ROUTES.logout,
  ROUTES.razorpayWebhook,
  ROUTES.paypalWebhook,
  ROUTES.capturePayment,
  ROUTES.capturePaypalOrder,
]
const DEFERRABLE: readonly Route[] = [
  ROUTES.listConversations,
  ROUTES.listMessages,
  ROUTES.listNearby,
  ROUTES.listTransactions,
  ROUTES.getAdminStats,
  ROUTES.listAdminUsers,
  ROUTES.listLaunchNotifications,
]
/** Probes and scrapes, which tell an operator that a node is overloaded. */
const EXEMPT = new Set(['GET /healthz', 'GET /readyz', 'GET /metrics'])

/** Returns how important a request is under load; null for one that is always answered. */
export function createRequestImportance(): (request: IncomingMessage) => Importance | null {
  const exact = new Map<string, Importance>()
  const patterns: { pattern: RegExp; importance: Importance }[] = []

  function add({ method, path }: Route, importance: Importance) {
    if (!path.includes('{')) exact.set(`${method} ${path}`, importance)
    else
      patterns.push({
        pattern: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        importance,
      })
  }
  for (const route of VITAL) add(route, 'vital')
  for (const route of DEFERRABLE) add(route, 'deferrable')

  return ({ method, url = '' }) => {
    const call = `${method} ${url}`
    const known = exact.get(call)
    if (known) return known
    const [withoutQuery = ''] = call.split('?', 1)
    if (EXEMPT.has(withoutQuery)) return null
    const pattern = patterns.find((one) => one.pattern.test(withoutQuery))
    return exact.get(withoutQuery) ?? pattern?.importance ?? 'normal'
  }
}
