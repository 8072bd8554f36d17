import { describe, expect, it } from 'vitest'
import { CURRENCIES } from '#schema/currencies.ts'
import {
  createProviders,
  definitionOf,
  providerOfCurrency,
} from '#server/domains/billing/providers/registry.ts'

describe('the registry of payment providers', () => {
  it('sends rupees to Razorpay and every other currency to PayPal', () => {
    const others = CURRENCIES.map(({ code }) => code).filter((code) => code !== 'INR')
    expect(providerOfCurrency('INR')).toBe('razorpay')
    expect(new Set(others.map(providerOfCurrency))).toEqual(new Set(['paypal']))
  })

  it('creates no adapter for a provider without settings', () => {
    expect(createProviders({ razorpay: null, paypal: null })).toEqual({ razorpay: null, paypal: null })
  })

  it('names the providers as members know them', () => {
    expect([definitionOf('razorpay').label, definitionOf('paypal').label]).toEqual(['Razorpay', 'PayPal'])
  })
})
