import { storedEmail } from '#schema/email.ts'
import type { Database, UserModel } from '#server/platform/postgres/index.ts'

export interface FoundAccount extends Pick<UserModel, 'id' | 'displayName' | 'role' | 'eraseAfter'> {
  email: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the account with this address or id; null without one, and for an erased account. */
export async function findAccount({ prisma }: Database, emailOrId: string): Promise<FoundAccount | null> {
  const given = storedEmail(emailOrId)
  const row = await prisma.user.findFirst({
    where: { erasedAt: null, ...(UUID.test(given) ? { id: given } : { userName: given }) },
  })
  if (!row) return null
  const { id, userName: email, displayName, role, eraseAfter } = row
  return { id, email, displayName, role, eraseAfter }
}
