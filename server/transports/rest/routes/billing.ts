import { PAYMENT_PROVIDERS, type PaymentProviderName } from '#schema/billing.ts'
import { ROUTES } from '#schema/routes.ts'
import type { Domains } from '#server/domains/index.ts'
import { sayMessage } from '#server/platform/texts/say-message.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

const DONE = { success: true } as const

const WEBHOOKS = {
  razorpay: ROUTES.razorpayWebhook,
  paypal: ROUTES.paypalWebhook,
} as const satisfies Record<PaymentProviderName, object>

export function addBillingRoutes(add: AddRoute, { billing }: Domains) {
  add(ROUTES.getPaymentOptions, async () => answer(200, billing.options()))

  for (const route of [ROUTES.createSimpleOrder, ROUTES.createOrder])
    add(route, async ({ member, body, headers }) =>
      answer(200, await billing.createOrder(member.id, body, headers.origin)),
    )

  add(ROUTES.getPaymentStatus, async ({ member, params, say }) =>
    answer(200, sayMessage(await billing.paymentStatus(member.id, params.paymentId), say)),
  )

  add(ROUTES.capturePayment, async ({ member, params, say }) => {
    const status = await billing.capture(member.id, params.paymentId)
    const { premiumActivated, message } = sayMessage(status, say)
    return answer(200, { success: premiumActivated ? 'true' : 'false', message })
  })

  add(ROUTES.subscribe, async ({ member, params, body, say }) => {
    const status = await billing.subscribe(member.id, params.plan, body.paymentId)
    return answer(200, { ...DONE, ...sayMessage(status, say) })
  })

  add(ROUTES.capturePaypalOrder, async ({ member, body, say }) => {
    const { error, ...rest } = await billing.captureOrder(member.id, 'paypal', body.orderId)
    return answer(200, { ...rest, ...(error ? { error: say(error) } : {}) })
  })

  for (const name of PAYMENT_PROVIDERS)
    add(WEBHOOKS[name], async ({ body, headers, address }) => {
      await billing.webhook(name, address, body, headers)
      return answer(200, DONE)
    })

  add(ROUTES.listTransactions, async ({ member }) => answer(200, await billing.transactions(member.id)))

  add(ROUTES.getSubscription, async ({ member }) => answer(200, await billing.subscription(member.id)))

  add(ROUTES.cancelSubscription, async ({ member }) => {
    await billing.cancel(member.id)
    return answer(200, DONE)
  })
}
