import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

/** For the reader of a mail, who need not be logged in: the link's token says who they are. */
export function addMissedMailsRoutes(add: AddRoute, { emailPreferences }: Domains) {
  add(ROUTES.unsubscribe, async ({ query }) => {
    await emailPreferences.setUnreadReminders(emailPreferences.verifyUnsubscribeLink(query), false)
    return answer(200, { success: true })
  })

  add(ROUTES.getMissedMails, async ({ query }) =>
    answer(200, {
      wanted: await emailPreferences.wantsUnreadReminders(emailPreferences.verifyUnsubscribeLink(query)),
    }),
  )

  add(ROUTES.chooseMissedMails, async ({ body }) => {
    await emailPreferences.setUnreadReminders(emailPreferences.verifyUnsubscribeLink(body), body.wanted)
    return answer(200, { wanted: body.wanted })
  })
}
