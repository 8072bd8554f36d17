import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'

/**
 * Returns whether a request for a link is mailed. Strangers may have used up the account's limits: beyond them one
 * request in 15 minutes is mailed still. The others are answered as if they were.
 */
export async function mayMail(
  limits: Pick<RateLimits, 'tryConsume'>,
  kind: 'resend' | 'reset',
  email: string,
): Promise<boolean> {
  const within =
    (await limits.tryConsume(`${kind}ByAccount`, email)) &&
    (await limits.tryConsume(`${kind}ByAccountADay`, email))
  return within || limits.tryConsume(`${kind}BeyondLimits`, email)
}
