import { createHmac, createSign, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { generate } from 'selfsigned'
import type { Simulation } from './simulation.ts'

export interface Webhook {
  provider: 'razorpay' | 'paypal'
  /** The event type, such as `payment.captured`. */
  event: string
  headers: Record<string, string>
  body: string
}

const MAX_ATTEMPTS = 5
const FIRST_DELAY = 500

/** Creates, signs and sends the providers' webhooks: https://razorpay.com/docs/webhooks/validate-test/ */
export function createWebhooks(deps: {
  simulation: Simulation
  cardSecret: string
  paypalWebhookId: string
  certificateUrl(): string
}) {
  const created: Webhook[] = []
  const inProgress = new Set<Promise<unknown>>()
  let target: string | null = null
  let closed = false
  let identity: Promise<{ private: string; cert: string }> | null = null
  const paypalIdentity = () => {
    identity ??= generate([{ name: 'commonName', value: 'payment sandbox' }], { keySize: 2048 })
    return identity
  }

  function card(event: string, payload: object): Webhook {
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_Sandbox0000001',
      event,
      contains: Object.keys(payload),
      payload,
      created_at: Math.floor(Date.now() / 1000),
    })
    const headers = {
      'content-type': 'application/json',
      'x-razorpay-event-id': randomUUID(),
      'x-razorpay-signature': createHmac('sha256', deps.cardSecret).update(body).digest('hex'),
    }
    return { provider: 'razorpay', event, headers, body }
  }

  async function paypal(event: string, resource: object): Promise<Webhook> {
    const time = new Date().toISOString()
    const body = JSON.stringify({
      id: `WH-${randomUUID()}`,
      event_version: '1.0',
      create_time: time,
      event_type: event,
      resource,
    })
    const id = randomUUID()
    const signer = createSign('RSA-SHA256').update(`${id}|${time}|${deps.paypalWebhookId}|${crc32(body)}`)
    const headers = {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signer.sign((await paypalIdentity()).private, 'base64'),
      'paypal-cert-url': deps.certificateUrl(),
      'paypal-auth-algo': 'SHA256withRSA',
    }
    return { provider: 'paypal', event, headers, body }
  }

  async function deliver(webhook: Webhook, to = target): Promise<number> {
    if (!to) throw new Error('the sandbox has no receiver of webhooks')
    const { headers, body } = webhook
    const response = await fetch(`${to}/api/v1/webhooks/${webhook.provider}`, {
      method: 'POST',
      headers,
      body,
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Repeats a webhook until it is accepted, with fewer attempts than the real providers. */
  async function deliverWithRetries(webhook: Webhook) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !closed; attempt += 1) {
      const status = await deliver(webhook).catch(() => 0)
      if (status === 200) return
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY * 2 ** attempt).unref())
    }
  }

  async function sendAll(webhooks: readonly Webhook[]) {
    for (const webhook of deps.simulation.webhooks === 'reversed' ? webhooks.toReversed() : webhooks) {
      await deliverWithRetries(webhook)
      if (deps.simulation.webhooks === 'twice') await deliverWithRetries(webhook)
    }
  }

  return {
    created: created as readonly Webhook[],
    card,
    paypal,
    deliver,
    certificate: async () => (await paypalIdentity()).cert,
    sendTo(url: string) {
      target = url
    },
    /** Sends webhooks in this order, in the background like the real providers. */
    send(...webhooks: Webhook[]) {
      created.push(...webhooks)
      if (deps.simulation.webhooks === 'none' || !target) return
      const sending = sendAll(webhooks).finally(() => inProgress.delete(sending))
      inProgress.add(sending)
    },
    async settled() {
      await Promise.all(inProgress)
    },
    close() {
      closed = true
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
