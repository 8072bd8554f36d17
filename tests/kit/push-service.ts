import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushPayload, PushSubscriptionRequest } from '#schema/push.ts'

/** A message that the push service took, as the browser reads it. */
export interface ReceivedPush {
  endpoint: string
  headers: IncomingHttpHeaders
  payload: PushPayload
  /** The claims of the signature (RFC 8292), which is verified. */
  claims: { aud: string; exp: number; sub: string }
  /** The public key that the signature names. */
  signedBy: string
}

type Answer = (response: ServerResponse) => void

export interface PushService {
  readonly origin: string
  readonly received: ReceivedPush[]
  /** Requests that came to any address, in number. */
  readonly requests: number
  /** What the service answers from now on; 201 by default. */
  answerWith(answer: Answer | null): void
  /** A new subscription of a browser. */
  subscribe(): PushSubscriptionRequest
  /** Ends a subscription. Messages to it are answered with 410 from now on. */
  forget(endpoint: string): void
  [Symbol.asyncDispose](): Promise<void>
}

interface Browser {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
}

/** Starts a push service of the test's own, which decrypts each message (RFC 8291) and checks its signature. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const ended = new Set<string>()
  const received: ReceivedPush[] = []
  let requests = 0
  let answer: Answer | null = null
  const accept = async (path: string, headers: IncomingHttpHeaders, body: Buffer) => {
    const browser = browsers.get(path)
    if (!browser) throw new Error(`nobody subscribed at ${path}`)
    received.push({
      endpoint: origin + path,
      headers,
      payload: JSON.parse(decrypt(body, browser).toString()),
      ...verifySignature(headers.authorization),
    })
  }
  const server = createServer(async (request, response) => {
    requests += 1
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (answer) return answer(response)
    if (ended.has(request.url ?? '')) return response.writeHead(410).end()
    try {
      await accept(request.url ?? '', request.headers, Buffer.concat(parts))
      response.writeHead(201).end()
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    get requests() {
      return requests
    },
    answerWith(next) {
      answer = next
    },
    subscribe() {
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const browser = { ecdh: createECDH('prime256v1'), auth: randomBytes(16) }
      const p256dh = browser.ecdh.generateKeys().toString('base64url')
      browsers.set(path, browser)
      return { endpoint: origin + path, p256dh, auth: browser.auth.toString('base64url') }
    },
    forget: (endpoint) => void ended.add(new URL(endpoint).pathname),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts a message of one record (RFC 8188, with the keys of RFC 8291). */
function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const serverKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
  const input = derive(ecdh.computeSecret(serverKey), auth, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0) throw new Error('the record has no delimiter of a last record')
  return padded.subarray(0, end)
}

/** Verifies the signature of the server (RFC 8292). @throws Error when it is wrong */
function verifySignature(authorization = ''): Pick<ReceivedPush, 'claims' | 'signedBy'> {
  const [, token = '', signedBy = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(signedBy, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('the signature is wrong')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), signedBy }
}
