import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

const done = answer(200, { success: true })

export function addKeepingRoutes(add: AddRoute, { keeping }: Pick<Domains, 'keeping'>) {
  add(ROUTES.askToKeep, async ({ member, params }) => {
    await keeping.ask(member, params.id)
    return done
  })

  add(ROUTES.takeBackKeep, async ({ member, params }) => {
    await keeping.takeBack(member.id, params.id)
    return done
  })

  add(ROUTES.listKept, async ({ member, query }) => answer(200, await keeping.list(member.id, query)))

  add(ROUTES.updateKept, async ({ member, params, body }) =>
    answer(200, await keeping.update(member.id, params.userId, body)),
  )

  add(ROUTES.letGo, async ({ member, params }) => {
    await keeping.letGo(member.id, params.userId)
    return done
  })
}
