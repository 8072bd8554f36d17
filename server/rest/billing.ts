import { ROUTES } from '#schema/routes.ts'
import { type AddRoute, answer } from './guard.ts'
import type { RoomsForRest } from './rooms.ts'

export function addBillingRoutes(add: AddRoute, { billing }: RoomsForRest) {
  add(ROUTES.listTransactions, async ({ member }) => answer(200, await billing.transactions(member.id)))

  add(ROUTES.getSubscription, async ({ member }) => answer(200, await billing.subscription(member.id)))

  add(ROUTES.cancelSubscription, async ({ member }) => {
    await billing.cancel(member.id)
    return answer(200, { success: true })
  })
}
