import type { Page } from '#schema/chat.ts'
import type { SIGN_IN_KINDS } from '#schema/privacy.ts'
import { type PageRequest, pageOf, pageRange } from '#server/platform/pagination.ts'
import type { AccountContext } from '../account-context.ts'
import { type BrowserNames, describeBrowser } from './describe-browser.ts'

export interface SignIn extends BrowserNames {
  id: string
  time: Date
  kind: (typeof SIGN_IN_KINDS)[number]
  address: string | null
  /** Whether the browser sent its position, which is not returned itself. */
  placeGiven: boolean
}

/**
 * Returns the sign-in row of a new session, with the session's id. It is stored together with the session, so every login
 * is listed, also that of a client that reports no visit.
 */
export const signInOf = (
  { id, userAgent, ipAddress }: { id: string; userAgent: string | null; ipAddress: string | null },
  visitType: (typeof SIGN_IN_KINDS)[number],
  now: number,
) => ({ id, visitType, visitTime: new Date(now), userAgent, ipAddress })

/** Returns a page of the member's logins and registration, the latest first. */
export async function listSignIns(
  { database: { prisma }, limits }: Pick<AccountContext, 'database' | 'limits'>,
  userId: string,
  request: PageRequest,
): Promise<Page<SignIn>> {
  await limits.consume('privacyByAccount', userId)
  const where = { profileOwnerId: userId, visitorId: userId }
  const [rows, totalElements] = await Promise.all([
    prisma.profileVisitor.findMany({
      where,
      orderBy: [{ visitTime: 'desc' }, { id: 'desc' }],
      ...pageRange(request),
    }),
    prisma.profileVisitor.count({ where }),
  ])
  return pageOf(
    rows.map(({ id, visitTime, visitType, userAgent, ipAddress, latitude }) => ({
      id,
      time: visitTime,
      kind: visitType,
      ...describeBrowser(userAgent),
      address: ipAddress,
      placeGiven: latitude !== null,
    })),
    totalElements,
    request,
  )
}
