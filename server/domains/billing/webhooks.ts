import type { PaymentProviderName } from '#schema/billing.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { WebhookHeaders } from './providers/provider.ts'
import { type BillingContext, providerNamed, settle } from './settle.ts'

/**
 * Handles each webhook once; the provider sends it again when handling failed. A webhook only names an order. The ledger
 * records the state that the provider's API then returns, so the order of webhooks does not matter.
 * @throws ApiError INVALID on a signature that is not the provider's; UNAVAILABLE; ProviderFailure
 */
export async function receiveWebhook(
  context: BillingContext,
  name: PaymentProviderName,
  raw: string,
  headers: WebhookHeaders,
): Promise<void> {
  const { clock, providers } = context
  const { prisma } = context.database
  const notice = await providerNamed(providers, name).readWebhook(raw, headers)
  if (!notice) throw new ApiError('INVALID', text('This webhook is not signed by its provider.'))
  const key = { provider: name, eventId: notice.eventId }
  await prisma.webhookEvent.createMany({ data: key, skipDuplicates: true })
  const event = await prisma.webhookEvent.findUniqueOrThrow({ where: { provider_eventId: key } })
  if (event.handled) return
  const { providerOrderId, reversedPaymentId } = notice
  const order = providerOrderId
    ? await prisma.order.findUnique({
        where: { provider_providerOrderId: { provider: name, providerOrderId } },
      })
    : null
  if (order) await settle(context, order, { capture: true, reversedPaymentId })
  await prisma.webhookEvent.update({
    where: { provider_eventId: key },
    data: { handled: new Date(clock.now()) },
  })
}
