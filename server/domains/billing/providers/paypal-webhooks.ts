import paypal from '@paypal/checkout-server-sdk'
import * as z from 'zod'
import { asJson } from './as-json.ts'
import type { CallPaypal, PaypalSettings } from './paypal-client.ts'
import { createPaypalSignatures } from './paypal-signature.ts'
import type { PaymentProvider } from './provider.ts'

export const paypalLink = z.object({ rel: z.string(), href: z.string() })

const event = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.object({
    id: z.string().optional(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
      .optional(),
    links: z.array(paypalLink).optional(),
  }),
})

/** Creates the reader of PayPal's webhooks, which returns null for a wrong signature. */
export function createPaypalWebhooks(
  settings: Pick<PaypalSettings, 'webhookId' | 'certificateHosts' | 'timeout'>,
  call: CallPaypal,
): PaymentProvider['readWebhook'] {
  const isSigned = createPaypalSignatures(settings)

  /** A refund has only a link to its capture. The capture names the order. */
  async function orderOfCapture(captureId: string): Promise<string | null> {
    const model = z.object({
      supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }).optional(),
      links: z.array(paypalLink),
    })
    const request = new paypal.payments.CapturesGetRequest(captureId)
    const shown = await call('fetching a capture', model, request)
    return shown.supplementary_data?.related_ids.order_id ?? lastPart(shown.links, 'up')
  }

  /** Returns the order that an event concerns; null when it concerns none. */
  async function orderOfEvent({ event_type, resource }: z.output<typeof event>, captureId: string | null) {
    if (event_type.startsWith('CHECKOUT.ORDER.')) return resource.id ?? null
    const related = resource.supplementary_data?.related_ids?.order_id
    if (related) return related
    return /^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/.test(event_type) && captureId
      ? orderOfCapture(captureId)
      : null
  }

  return async (raw, headers) => {
    if (!(await isSigned(raw, headers))) return null
    const parsed = event.safeParse(asJson(raw))
    if (!parsed.success)
      return { eventId: crypto.randomUUID(), providerOrderId: null, reversedPaymentId: null }
    const { id: eventId, event_type, resource } = parsed.data
    const captureId = lastPart(resource.links, 'up')
    return {
      eventId,
      providerOrderId: await orderOfEvent(parsed.data, captureId),
      reversedPaymentId: event_type === 'PAYMENT.CAPTURE.REVERSED' ? captureId : null,
    }
  }
}

const lastPart = (links: readonly z.output<typeof paypalLink>[] | undefined, rel: string) =>
  links?.find((one) => one.rel === rel)?.href.match(/\/([\w-]+)\/?$/)?.[1] ?? null
