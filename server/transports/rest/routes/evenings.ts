import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

const done = answer(200, { success: true })

export function addEveningRoutes(add: AddRoute, { evenings }: Pick<Domains, 'evenings'>) {
  add(ROUTES.listEvenings, async ({ member }) => answer(200, await evenings.list(member.id)))

  add(ROUTES.remindOfEvening, async ({ member, params }) => {
    await evenings.setReminder(member.id, params.id, true)
    return done
  })

  add(ROUTES.forgetEvening, async ({ member, params }) => {
    await evenings.setReminder(member.id, params.id, false)
    return done
  })
}
