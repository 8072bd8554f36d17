import { createSign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPaypalSignatures } from '#server/domains/billing/providers/paypal-signature.ts'
import { ProviderFailure } from '#server/domains/billing/providers/provider.ts'

/** The path of every certificate of PayPal, up to its id. */
const CERTS = '/v1/notifications/certs/CERT-'
const DAY = 24 * 60 * 60_000
const BODY = '{"id":"WH-1","event_type":"CHECKOUT.ORDER.APPROVED"}'

const certificate = (from: number, to: number) =>
  generate([{ name: 'commonName', value: 'paypal' }], {
    keySize: 2048,
    notBeforeDate: new Date(Date.now() + from),
    notAfterDate: new Date(Date.now() + to),
  })

const served = new Map<string, { status: number; text: string; location?: string }>()
let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const { status, text, location } = served.get(request.url ?? '') ?? { status: 404, text: '' }
  response.writeHead(status, location ? { location } : {}).end(text)
}).listen(0, '127.0.0.1')

let origin: string
const keys: Record<string, string> = {}
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [name, from, to] of [
    [`${CERTS}valid`, -DAY, DAY],
    [`${CERTS}ended`, -2 * DAY, -DAY],
    [`${CERTS}early`, DAY, 2 * DAY],
  ] as const) {
    const { private: key, cert } = await certificate(from, to)
    keys[name] = key
    served.set(name, { status: 200, text: cert })
  }
  served.set(`${CERTS}busy`, { status: 429, text: '' })
  served.set(`${CERTS}broken`, { status: 200, text: 'no certificate' })
  served.set(`${CERTS}moved`, { status: 302, text: '', location: `${CERTS}valid` })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
afterAll(() => void server.close())

function signatures() {
  asked = []
  return createPaypalSignatures({ webhookId: 'WEBHOOK-1', certificateHosts: [origin], timeout: 5_000 })
}

function signed(
  path: string,
  { key = keys[path] ?? '', webhookId = 'WEBHOOK-1', body = BODY, changes = {} } = {},
) {
  const [id, time] = ['transmission-1', '2026-11-20T12:00:00Z']
  const text = `${id}|${time}|${webhookId}|${crc32(body)}`
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': key && createSign('RSA-SHA256').update(text).sign(key, 'base64'),
    'paypal-cert-url': origin + path,
    'paypal-auth-algo': 'SHA256withRSA',
    ...changes,
  }
}

describe('a webhook of PayPal', () => {
  it('passes with the signature of a valid certificate, which is fetched once', async () => {
    const isSigned = signatures()
    expect(await isSigned(BODY, signed(`${CERTS}valid`))).toBe(true)
    expect(await isSigned(BODY, signed(`${CERTS}valid`))).toBe(true)
    expect(asked).toEqual([`${CERTS}valid`])
  })

  it('passes the check with a certificate that was fetched within a day', async () => {
    // The cache reads the time again once its own timer has fired.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const fetched = performance.now()
    const time = vi.spyOn(performance, 'now').mockReturnValue(fetched)
    const isSigned = signatures()
    const fetchesAt = async (age: number) => {
      time.mockReturnValue(fetched + age)
      vi.advanceTimersByTime(1)
      expect(await isSigned(BODY, signed(`${CERTS}valid`))).toBe(true)
      return asked.length
    }
    expect(await fetchesAt(0)).toBe(1)
    expect(await fetchesAt(DAY)).toBe(1)
    expect(await fetchesAt(DAY + 1)).toBe(2)
  })

  it.each([`${CERTS}ended`, `${CERTS}early`])('fails with the certificate %s', async (path) => {
    expect(await signatures()(BODY, signed(path))).toBe(false)
    expect(asked).toEqual([path])
  })

  it('fails with another text, webhook or key', async () => {
    const isSigned = signatures()
    expect(await isSigned(`${BODY} `, signed(`${CERTS}valid`))).toBe(false)
    expect(await isSigned(BODY, signed(`${CERTS}valid`, { webhookId: 'WEBHOOK-2' }))).toBe(false)
    expect(await isSigned(BODY, signed(`${CERTS}valid`, { key: keys[`${CERTS}ended`] ?? '' }))).toBe(false)
    expect(
      await isSigned(
        BODY,
        signed(`${CERTS}valid`, { changes: { 'paypal-transmission-time': '2026-11-20T12:00:01Z' } }),
      ),
    ).toBe(false)
    expect(
      await isSigned(
        BODY,
        signed(`${CERTS}valid`, { changes: { 'paypal-transmission-id': 'transmission-2' } }),
      ),
    ).toBe(false)
  })

  it.each([
    ['paypal-transmission-id', ''],
    ['paypal-transmission-time', ''],
    ['paypal-transmission-sig', ''],
    ['paypal-auth-algo', ''],
    ['paypal-auth-algo', 'SHA1withRSA'],
    ['paypal-cert-url', ''],
    ['paypal-cert-url', `https://elsewhere.example${CERTS}valid`],
    ['paypal-cert-url', 'not an address'],
  ])('fails with %s %j, without fetching anything', async (name, value) => {
    expect(await signatures()(BODY, signed(`${CERTS}valid`, { changes: { [name]: value } }))).toBe(false)
    expect(asked).toEqual([])
  })

  it.each([
    '/v2/checkout/orders/O-1',
    '/v1/notifications/certs/',
    '/v1/notifications/certs/../../v2/checkout/orders/O-1',
    '/v1/notifications/certs/CERT-a/b',
    '/v1/notifications/certs/CERT-valid?to=elsewhere',
    '/v1/notifications/certs/CERT-valid#part',
    '//v1/notifications/certs/CERT-valid',
  ])('fails with the address %s at PayPal, without fetching it', async (path) => {
    expect(await signatures()(BODY, signed(path, { key: keys[`${CERTS}valid`] ?? '' }))).toBe(false)
    expect(asked).toEqual([])
  })

  it('fails while PayPal has no certificate at its address, which is asked for once in five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const time = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
    const isSigned = signatures()
    const refusal = () => isSigned(BODY, signed(`${CERTS}none`, { key: keys[`${CERTS}valid`] ?? '' }))
    for (const _ of [1, 2]) expect(await refusal()).toBe(false)
    expect(asked).toEqual([`${CERTS}none`])
    time.mockReturnValue(1_000_000 + 5 * 60_000 + 1)
    vi.advanceTimersByTime(1)
    expect(await refusal()).toBe(false)
    expect(asked).toHaveLength(2)
  })

  it('makes the server ask PayPal for a hundred unknown addresses in five minutes at most', async () => {
    const isSigned = signatures()
    const flood = Array.from({ length: 150 }, (_, index) =>
      signed(`${CERTS}unknown-${index}`, { key: keys[`${CERTS}valid`] ?? '' }),
    )
    expect(await Promise.all(flood.map((headers) => isSigned(BODY, headers)))).not.toContain(true)
    expect(asked).toHaveLength(100)
  })

  it('shares one fetch with a webhook that arrives at the same time', async () => {
    const isSigned = signatures()
    const both = [1, 2].map(() => isSigned(BODY, signed(`${CERTS}valid`)))
    expect(await Promise.all(both)).toEqual([true, true])
    expect(asked).toEqual([`${CERTS}valid`])
  })

  it.each([`${CERTS}busy`, `${CERTS}broken`, `${CERTS}moved`])(
    'fails once while its certificate %s is unavailable, and is refused for half a minute',
    async (path) => {
      const isSigned = signatures()
      const check = () => isSigned(BODY, signed(path, { key: keys[`${CERTS}valid`] ?? '' }))
      const failure = await check().catch((error) => error)
      expect(failure).toBeInstanceOf(ProviderFailure)
      expect(failure).toMatchObject({ provider: 'paypal', status: path.endsWith('busy') ? 429 : null })
      expect(await check()).toBe(false)
      expect(asked).toEqual([path])
    },
  )
})
