import { ROUTES } from '#schema/routes.ts'
import { text } from '#schema/translatable.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

export function addAdminRoutes(add: AddRoute, { admin }: Domains) {
  add(ROUTES.getAdminStats, async () => answer(200, { responseData: await admin.stats() }))

  add(ROUTES.listAdminUsers, async ({ query }) => {
    const { elements, total } = await admin.users(query)
    return answer(200, { responseData: elements, totalElements: total })
  })

  add(ROUTES.listLaunchNotifications, async ({ query }) => {
    const { elements, total } = await admin.launchNotifications(query)
    return answer(200, { responseData: elements, totalElements: total })
  })

  add(ROUTES.notifyLaunchList, async () =>
    answer(200, { responseData: { notified: await admin.notifyLaunchList() } }),
  )

  add(ROUTES.joinLaunchList, async ({ body, headers, request, address, userAgent, say }) => {
    const acceptLanguage = request.headers['accept-language']
    const origin = { ipAddress: address, userAgent, acceptLanguage, position: headers }
    await admin.joinLaunchList(body.email, origin)
    const message = say(text('Thank you. We write once, when the beta ends.'))
    return answer(200, { success: true, message })
  })
}
