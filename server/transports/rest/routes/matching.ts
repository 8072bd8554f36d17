import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

export function addMatchingRoutes(add: AddRoute, { search }: Domains) {
  add(ROUTES.findMatch, async ({ member, hasProofOfWork, headers, query }) => {
    const found = await search.findMatch({ ...member, hasProofOfWork }, headers['search-id'], {
      eveningId: query.evening,
      isExchange: query.exchange === 'true',
    })
    return 'id' in found ? answer(200, found) : answer(202, found)
  })

  add(ROUTES.cancelSearch, async ({ member, headers }) => {
    await search.cancel(member.id, headers['search-id'])
    return answer(200, { success: true })
  })

  add(ROUTES.getSearch, async ({ member }) => answer(200, await search.state(member.id)))

  add(ROUTES.ringMe, async ({ member, body }) => answer(200, await search.ringMe(member.id, body)))

  add(ROUTES.getExpectedWait, async ({ member }) => answer(200, await search.expectedWait(member)))
}
