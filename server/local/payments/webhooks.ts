import { createHmac, createSign, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { generate } from 'selfsigned'
import type { Simulation } from './simulation.ts'

export interface Webhook {
  provider: 'razorpay' | 'paypal'
  /** What it tells of, such as `payment.captured`. */
  event: string
  headers: Record<string, string>
  body: string
}

const TRIES = 5
const FIRST_WAIT = 500

/** Makes, signs and sends what the providers tell of themselves: https://razorpay.com/docs/webhooks/validate-test/ */
export function createWebhooks(deps: {
  simulation: Simulation
  cardSecret: string
  paypalWebhookId: string
  certificateUrl(): string
}) {
  const made: Webhook[] = []
  const underWay = new Set<Promise<unknown>>()
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
    if (!to) throw new Error('the sandbox was not told where webhooks go')
    const { headers, body } = webhook
    const response = await fetch(`${to}/api/v1/webhooks/${webhook.provider}`, {
      method: 'POST',
      headers,
      body,
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Until it is taken, as the providers do, though they are more patient. */
  async function insist(webhook: Webhook) {
    for (let attempt = 0; attempt < TRIES && !closed; attempt += 1) {
      const status = await deliver(webhook).catch(() => 0)
      if (status === 200) return
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT * 2 ** attempt).unref())
    }
  }

  async function sendAll(webhooks: readonly Webhook[]) {
    for (const webhook of deps.simulation.webhooks === 'reversed' ? webhooks.toReversed() : webhooks) {
      await insist(webhook)
      if (deps.simulation.webhooks === 'twice') await insist(webhook)
    }
  }

  return {
    made: made as readonly Webhook[],
    card,
    paypal,
    deliver,
    certificate: async () => (await paypalIdentity()).cert,
    sendTo(url: string) {
      target = url
    },
    /** In the order given, in the background; that nobody is waiting for them is the providers' way. */
    send(...webhooks: Webhook[]) {
      made.push(...webhooks)
      if (deps.simulation.webhooks === 'none' || !target) return
      const sending = sendAll(webhooks).finally(() => underWay.delete(sending))
      underWay.add(sending)
    },
    async settled() {
      await Promise.all(underWay)
    },
    close() {
      closed = true
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
