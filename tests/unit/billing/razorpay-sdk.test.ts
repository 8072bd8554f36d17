import { describe, expect, it, vi } from 'vitest'
import { createRazorpay } from '#server/domains/billing/providers/razorpay.ts'

/** The HTTP client of the SDK, which has no type. */
const sdk = vi.hoisted(() => ({ http: undefined as unknown }))
vi.mock('razorpay', () => ({
  default: class {
    api = { rq: sdk.http }
  },
}))

const create = () =>
  createRazorpay({
    keyId: 'rzp_test_1',
    keySecret: 'secret',
    webhookSecret: 'secret',
    apiUrl: 'https://api.example',
    checkoutScript: 'https://checkout.example',
    timeout: 5_000,
  })
const client = (members: object) => Object.assign(() => undefined, members)

describe('the Razorpay client', () => {
  it('sends requests to the address of the settings, within their time, and follows no redirect', () => {
    const defaults = { baseURL: 'https://api.razorpay.com', other: 'kept' }
    sdk.http = client({ defaults })
    create()
    expect(defaults).toEqual({
      baseURL: 'https://api.example',
      timeout: 5_000,
      maxRedirects: 0,
      other: 'kept',
    })
  })

  it.each([
    ['has no HTTP client', undefined],
    ['has a client that is not a function', { defaults: {} }],
    ['has a client without settings', client({})],
    ['has settings that are not an object', client({ defaults: 'none' })],
  ])('fails when the SDK %s, as its address cannot be set', (_, http) => {
    sdk.http = http
    expect(create).toThrow('this version of the Razorpay SDK keeps its settings elsewhere')
  })
})
