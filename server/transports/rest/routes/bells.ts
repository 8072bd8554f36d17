import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

export function addBellRoutes(add: AddRoute, { bells }: Pick<Domains, 'bells'>) {
  add(ROUTES.getInterestBells, async ({ member }) => answer(200, await bells.read(member)))

  add(ROUTES.setInterestBell, async ({ member, body }) => answer(200, await bells.set(member, body)))
}
