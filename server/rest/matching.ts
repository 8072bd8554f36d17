import { ROUTES } from '#schema/routes.ts'
import type { Rooms } from '../rooms.ts'
import { type AddRoute, answer } from './guard.ts'

export function addMatchingRoutes(add: AddRoute, { search }: Rooms) {
  add(ROUTES.findMatch, async ({ member, proven }) => {
    const found = await search.find({ ...member, proven })
    return 'id' in found ? answer(200, found) : answer(202, found)
  })

  add(ROUTES.cancelSearch, async ({ member }) => {
    await search.cancel(member.id)
    return answer(200, { success: true })
  })
}
