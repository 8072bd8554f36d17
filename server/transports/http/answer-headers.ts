/** The names of the headers that answers carry beside those of every answer. */
export const ANSWER_HEADERS = {
  RetryAfter: 'Retry-After',
  RateLimitPolicy: 'RateLimit-Policy',
  RateLimit: 'RateLimit',
  RequestId: 'X-Request-Id',
  SessionCookie: 'Set-Cookie',
} as const
