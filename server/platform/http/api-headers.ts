/** Headers that are the same on every response of one kind. */
export type ConstantHeaders = Readonly<Record<string, string>>

const transportSecurity = (secure: boolean): ConstantHeaders =>
  secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}

/** Returns the headers of responses that are data, not pages. REST responses get the same headers from helmet. */
export const apiHeaders = (secure: boolean): ConstantHeaders => ({
  ...transportSecurity(secure),
  'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
})

/** Returns the headers of a live stream. They are few, because Node keeps them in memory while the stream is open. */
export const streamHeaders = (secure: boolean): ConstantHeaders => ({
  ...transportSecurity(secure),
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
})
