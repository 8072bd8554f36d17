import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

export function addPrivacyRoutes(add: AddRoute, { privacy }: Domains) {
  add(ROUTES.downloadExport, async ({ member, params, body, address }) =>
    answer(200, await privacy.download({ member, password: body.password, address }, params.id)),
  )
}
