import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'

/**
 * Counts a request for a link, and returns whether to send the mail. Strangers may have used up the account's limits, so
 * beyond them one request in 15 minutes is still mailed. The caller must not learn whether a mail was sent.
 */
export async function tryConsumeLinkMail(
  limits: Pick<RateLimits, 'tryConsume'>,
  kind: 'resend' | 'reset',
  email: string,
): Promise<boolean> {
  const isWithinLimits =
    (await limits.tryConsume(`${kind}ByAccount`, email)) &&
    (await limits.tryConsume(`${kind}ByAccountADay`, email))
  return isWithinLimits || limits.tryConsume(`${kind}BeyondLimits`, email)
}
