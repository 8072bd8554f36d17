/** Headers that are the same on every response of one kind. */
export type ConstantHeaders = Readonly<Record<string, string>>

const transportSecurity = (secure: boolean): ConstantHeaders =>
  secure ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}

/**
 * Returns the headers of answers that are data: nothing runs, nothing frames them, and no other origin embeds them. They are
 * few: every message has them, and Node keeps those of a live stream in memory while it is open. The rest of what helmet
 * sets matters to pages alone.
 */
export const apiHeaders = (secure: boolean): ConstantHeaders => ({
  ...transportSecurity(secure),
  'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
})
