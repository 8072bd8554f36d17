import { createHmac, createSign, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'

export interface Webhook {
  provider: 'razorpay' | 'paypal'
  /** The event type, such as `payment.captured`. */
  event: string
  headers: Record<string, string>
  body: string
}

export interface SignerDeps {
  cardSecret: string
  paypalWebhookId: string
  certificateUrl(): string
}

/** Loads the library when it is needed: it takes five megabytes, and most servers have no sandbox. */
async function createIdentity(): Promise<{ private: string; cert: string }> {
  const { generate } = await import('selfsigned')
  return generate([{ name: 'commonName', value: 'payment sandbox' }], { keySize: 2048 })
}

/** Creates webhooks with the signatures of the real providers. */
export function createWebhookSigner(deps: SignerDeps) {
  let identity: Promise<{ private: string; cert: string }> | null = null
  const paypalIdentity = () => {
    identity ??= createIdentity()
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

  return { card, paypal, certificate: async () => (await paypalIdentity()).cert }
}
