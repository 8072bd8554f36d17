import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

const done = answer(200, { success: true })

export function addPushRoutes(add: AddRoute, { push }: Pick<Domains, 'push'>) {
  add(ROUTES.getPush, async ({ member }) => answer(200, await push.read(member)))

  add(ROUTES.subscribeToPush, async ({ member, body }) => answer(200, await push.subscribe(member, body)))

  add(ROUTES.removePushDevice, async ({ member, params }) => {
    await push.removeDevice(member.id, params.id)
    return done
  })

  add(ROUTES.savePushPreferences, async ({ member, body }) =>
    answer(200, await push.savePreferences(member.id, body)),
  )

  add(ROUTES.reportVisibility, async ({ member, body }) => {
    await push.reportVisibility(member.id, body)
    return done
  })
}
