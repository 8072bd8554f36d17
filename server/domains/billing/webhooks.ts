import type { PaymentProviderName } from '#schema/billing.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { WebhookHeaders } from './providers/provider.ts'
import { providerNamed, type Settle, type SettleDeps } from './settle.ts'

/**
 * A provider's own word: it only says which order to look at, the books are written from what the provider answers
 * then, so the order in which such words arrive does not matter. Handled once; one whose handling failed is sent again.
 * @throws ApiError INVALID on a signature that is not the provider's
 */
export function createWebhooks({
  database: { prisma },
  clock,
  providers,
  settle,
}: SettleDeps & { settle: Settle }) {
  return async (name: PaymentProviderName, raw: string, headers: WebhookHeaders): Promise<void> => {
    const notice = await providerNamed(providers, name).readWebhook(raw, headers)
    if (!notice) throw new ApiError('INVALID', 'This webhook is not signed by its provider.')
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
    if (order) await settle(order, { capture: true, reversedPaymentId })
    await prisma.webhookEvent.update({
      where: { provider_eventId: key },
      data: { handled: new Date(clock.now()) },
    })
  }
}
