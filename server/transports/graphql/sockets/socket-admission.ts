import * as z from 'zod'
import { SESSION_EXPIRED } from '#schema/session-expired.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'

/** Reads `token`, or `authorization` as in HTTP headers: the name in any case, with or without the scheme. */
const hello = z
  .record(z.string(), z.unknown())
  .transform((params) => new Map(Object.entries(params).map(([name, value]) => [name.toLowerCase(), value])))
  .transform((params) => params.get('token') ?? params.get('authorization'))
  .pipe(z.string())
  .transform((token) => token.replace(/^bearer\s+/i, '').trim())
  .pipe(z.string().min(1))

/** A close reason has at most 123 bytes. */
const REFUSALS = {
  missing: 'No session token: send connectionParams { "authorization": "Bearer <token>" }.',
  unknown: SESSION_EXPIRED,
  suspended: 'This account is suspended.',
  tooMany: 'Too many attempts. Please slow down.',
} as const

/** Returns the token of a connection that may open, or the reason why it may not. */
export async function admit(
  accounts: Pick<Accounts, 'memberOf'>,
  limits: Pick<RateLimits, 'consume'>,
  params: unknown,
  address: string,
): Promise<{ token: string; userId: string } | { refusal: string }> {
  const { data: token } = hello.safeParse(params ?? {})
  const member = token === undefined ? null : await accounts.memberOf(token)
  if (token !== undefined && member && !member.suspended) return { token, userId: member.id }
  const reason = token === undefined ? 'missing' : member ? 'suspended' : 'unknown'
  const isWithinLimit = await limits.consume('graphqlByAddress', address).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false
      throw error
    },
  )
  return { refusal: REFUSALS[isWithinLimit ? reason : 'tooMany'] }
}
