import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

const done = answer(200, { success: true })

export function addKnockRoutes(add: AddRoute, { chat, search }: Pick<Domains, 'chat' | 'search'>) {
  add(ROUTES.listKnocks, async ({ member }) => answer(200, { elements: await chat.knocks.list(member.id) }))

  add(ROUTES.acceptKnock, async ({ member, params }) =>
    answer(200, await search.acceptKnock(member, params.id)),
  )

  add(ROUTES.declineKnock, async ({ member, params, body }) => {
    await chat.knocks.decline(member.id, params.id, body.forever)
    return done
  })

  add(ROUTES.allowKnocks, async ({ member, params }) => {
    await chat.knocks.allow(member.id, params.userId)
    return done
  })
}
