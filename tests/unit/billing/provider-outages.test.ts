import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPaypal } from '#server/domains/billing/providers/paypal.ts'
import { type PaymentProvider, ProviderFailure } from '#server/domains/billing/providers/provider.ts'
import { createRazorpay } from '#server/domains/billing/providers/razorpay.ts'

const PRICE = { amount: 599, currency: 'USD' }
const ORDER = { reference: 'our-id', charge: PRICE, description: 'Weekly', origin: 'https://rapport.example' }

const silent = createServer(() => undefined).listen(0, '127.0.0.1')
const closed = createServer().listen(0, '127.0.0.1')
const addresses = { silent: '', closed: '' }
beforeAll(async () => {
  for (const [name, server] of [
    ['silent', silent],
    ['closed', closed],
  ] as const) {
    if (!server.listening) await once(server, 'listening')
    addresses[name] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  closed.close()
  await once(closed, 'close')
})
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

const providers: Record<'razorpay' | 'paypal', (apiUrl: string) => PaymentProvider> = {
  razorpay: (apiUrl) =>
    createRazorpay({
      keyId: 'rzp_test_1',
      keySecret: 'secret',
      webhookSecret: 'secret',
      apiUrl,
      checkoutScript: `${apiUrl}/checkout.js`,
      timeout: 50,
    }),
  paypal: (apiUrl) =>
    createPaypal({
      clientId: 'client',
      clientSecret: 'secret',
      webhookId: 'WH1',
      testMode: true,
      apiUrl,
      certificateHosts: [apiUrl],
      timeout: 50,
    }),
}

describe.each(['razorpay', 'paypal'] as const)('a call of %s', (name) => {
  it.each([
    ['does not answer in time', 'silent'],
    ['cannot be reached', 'closed'],
  ] as const)('fails without a status when it %s', async (_, address) => {
    const provider = providers[name](addresses[address])
    for (const call of [provider.createOrder(ORDER), provider.order('order_1')]) {
      const failure = await call.catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(ProviderFailure)
      expect(failure).toMatchObject({ provider: name, status: null })
      expect((failure as Error).message).not.toContain('secret')
    }
  })
})
