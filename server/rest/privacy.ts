import { ROUTES } from '#schema/routes.ts'
import type { Rooms } from '../rooms.ts'
import { type AddRoute, answer } from './guard.ts'

export function addPrivacyRoutes(add: AddRoute, { privacy }: Rooms) {
  add(ROUTES.downloadExport, async ({ member, params }) =>
    answer(200, await privacy.download(member.id, params.id)),
  )
}
