import { createHmac, createSign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { generate } from 'selfsigned'
import type { PaymentSandbox } from '#server/local/index.ts'

const SECRETS = {
  keyId: 'rzp_test_playback00000',
  keySecret: 'playback-key-secret',
  webhookSecret: 'playback-webhook-secret',
  clientId: 'playback-client',
  clientSecret: 'playback-client-secret',
  webhookId: 'WHPLAYBACK0000001',
}

const CERTIFICATE = '/v1/notifications/certs/CERT-playback-0001'

export interface PlayedRequest {
  /** Such as `GET /v1/orders/order_1/payments`. */
  request: string
  headers: IncomingHttpHeaders
  body: unknown
}

export interface Playback {
  readonly settings: PaymentSandbox['settings']
  /** The requests received, except those for PayPal's token and certificate. */
  readonly requests: PlayedRequest[]
  /** Answers a request, such as `GET /v1/orders/order_1/payments`, with this from now on. */
  play(request: string, body: object | string, status?: number): void
  /** Returns the headers of a webhook that the provider signed. */
  sign(provider: 'razorpay' | 'paypal', body: string): Promise<Record<string, string>>
  [Symbol.asyncDispose](): Promise<void>
}

const TOKEN = 'POST /v1/oauth2/token'

/** Starts a server on loopback that gives the answers of both payment providers as they were recorded. */
export async function startPlayback(): Promise<Playback> {
  const answers = new Map<string, { body: object | string; status: number }>()
  const identity = await generate([{ name: 'commonName', value: 'playback' }], { algorithm: 'sha256' })
  const requests: PlayedRequest[] = []
  const server = createServer(async (request, response) => {
    const sent = await text(request)
    if (request.url === CERTIFICATE) return response.end(identity.cert)
    const key = `${request.method} ${request.url?.replace(/\?$/, '')}`
    if (key !== TOKEN)
      requests.push({ request: key, headers: request.headers, body: sent ? JSON.parse(sent) : null })
    const { body, status } = answers.get(key) ?? { body: {}, status: 404 }
    const answer = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const play: Playback['play'] = (request, body, status = 200) => void answers.set(request, { body, status })
  play(TOKEN, { access_token: 'playback', token_type: 'Bearer', expires_in: 32_400 })

  async function sign(provider: 'razorpay' | 'paypal', body: string): Promise<Record<string, string>> {
    if (provider === 'razorpay')
      return {
        'x-razorpay-signature': createHmac('sha256', SECRETS.webhookSecret).update(body).digest('hex'),
        'x-razorpay-event-id': crypto.randomUUID(),
      }
    const [id, time] = [crypto.randomUUID(), new Date().toISOString()]
    const signed = `${id}|${time}|${SECRETS.webhookId}|${crc32(body)}`
    return {
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256').update(signed).sign(identity.private, 'base64'),
      'paypal-cert-url': `${url}${CERTIFICATE}`,
      'paypal-auth-algo': 'SHA256withRSA',
    }
  }

  const { keyId, keySecret, webhookSecret, ...paypal } = SECRETS
  return {
    settings: {
      razorpay: {
        keyId,
        keySecret,
        webhookSecret,
        apiUrl: url,
        checkoutScript: `${url}/checkout.js`,
        timeout: 5_000,
      },
      paypal: { ...paypal, apiUrl: url, certificateHosts: [url], testMode: true, timeout: 5_000 },
    },
    requests,
    play,
    sign,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
