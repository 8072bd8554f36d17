import { describe, expect, it } from 'vitest'
import { layout } from '#server/domains/mail/mail-layout.ts'
import { escapeHtml } from '#server/platform/html.ts'
import { apiHeaders } from '#server/platform/http/api-headers.ts'
import { securityHeaders } from '#server/transports/http/security-headers.ts'
import { ENGLISH_READER } from '#tests/kit/english-reader.ts'

const headersOf = (secure: boolean, checkoutScript: string | null, path = '/') =>
  new Headers(securityHeaders(secure, checkoutScript)(path))

const HSTS = 'max-age=31536000; includeSubDomains'
const OWN_ONLY = {
  'default-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}
const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )

describe('an answer of the API', () => {
  it('gets the headers of data, whatever a page needs', async () => {
    for (const secure of [true, false]) {
      const headers = await headersOf(secure, 'https://checkout.razorpay.com/v1/checkout.js', '/api/v1/plans')
      for (const [name, value] of Object.entries(apiHeaders(secure))) expect(headers.get(name)).toBe(value)
    }
  })
})

describe('the policy of a page', () => {
  it('allows only our own origin, and no frame around it', async () => {
    for (const script of [null, '/dev/pay/checkout.js']) {
      const headers = await headersOf(true, script)
      expect(policyOf(headers)).toEqual(OWN_ONLY)
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    }
  })

  it('allows what the card checkout needs when its script comes from another origin', async () => {
    const headers = await headersOf(true, 'https://checkout.razorpay.com/v1/checkout.js')
    expect(policyOf(headers)).toEqual({
      ...OWN_ONLY,
      'script-src': "'self' https://checkout.razorpay.com",
      'frame-src': "'self' https://api.razorpay.com https://checkout.razorpay.com",
      'connect-src': "'self' https://lumberjack.razorpay.com https://api.razorpay.com",
    })
  })

  it('keeps the windows that a card checkout opens, and only then', async () => {
    const openerOf = async (script: string | null) =>
      (await headersOf(true, script)).get('cross-origin-opener-policy')
    expect(await openerOf(null)).toBe('same-origin')
    expect(await openerOf('/dev/pay/checkout.js')).toBe('same-origin-allow-popups')
    expect(await openerOf('https://checkout.razorpay.com/v1/checkout.js')).toBe('same-origin-allow-popups')
  })

  it('requires https only when the page was reached over it', async () => {
    expect((await headersOf(true, null)).get('strict-transport-security')).toBe(HSTS)
    expect((await headersOf(false, null)).get('strict-transport-security')).toBeNull()
  })
})

describe('the headers of data', () => {
  it('forbid it to load anything, and forbid every frame around it', () => {
    expect(apiHeaders(true)).toEqual({
      'Strict-Transport-Security': HSTS,
      'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    })
    expect(apiHeaders(false)).not.toHaveProperty('Strict-Transport-Security')
  })
})

describe('text in HTML', () => {
  it('opens no tag and closes no attribute', () => {
    expect(escapeHtml(`<b title="a" class='b'>&`)).toBe(
      '&lt;b title=&quot;a&quot; class=&#39;b&#39;&gt;&amp;',
    )
  })

  it('gets escaped in every part of a mail', () => {
    const evil = (part: string) => `"><img src=x onerror='${part}'>&`
    const html = layout({
      reader: ENGLISH_READER,
      title: evil('title'),
      paragraphs: [evil('first'), evil('second')],
      code: evil('code'),
      button: { label: evil('label'), link: evil('link') },
      aside: { text: evil('aside'), label: evil('aside-label'), link: evil('aside-link') },
    })
    expect(html).not.toContain('<img')
    expect(html).not.toMatch(/href="[^"]*"[^ >]/)
    for (const part of [
      'title',
      'first',
      'second',
      'code',
      'label',
      'link',
      'aside',
      'aside-label',
      'aside-link',
    ])
      expect(html).toContain(escapeHtml(evil(part)))
  })
})
