import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { createRazorpay } from '#server/domains/billing/providers/razorpay.ts'

it.each([302, 307])('Razorpay fails on a redirect with status %i and does not follow it', async (status) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(status, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const provider = createRazorpay({
      keyId: 'rzp_test_x',
      keySecret: 'secret',
      webhookSecret: 'secret',
      apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      checkoutScript: 'https://checkout.razorpay.com/v1/checkout.js',
      timeout: 5_000,
    })
    await expect(provider.orderOf?.('pay_1')).rejects.toThrow()
    const charge = { amount: 9_900, currency: 'INR' }
    const order = {
      reference: 'one',
      charge,
      description: 'Weekly',
      origin: 'https://rapport.example',
    }
    await expect(provider.createOrder(order)).rejects.toThrow()
    expect(asked).toEqual(['/v1/payments/pay_1', '/v1/orders'])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
