import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { confirmOwner } from '../confirm-owner.ts'
import type { Member } from '../member.ts'
import { recipientOf } from '../recipient-of.ts'
import type { PasskeyContext } from './passkey-context.ts'
import { type Passkey, presentPasskey } from './present-passkey.ts'

const notFound = () => new ApiError('NOT_FOUND', text('This passkey was already removed.'))

/** Returns the member's passkeys, the newest first. @throws ApiError RATE_LIMITED */
export async function listPasskeys(
  { database: { prisma }, limits }: PasskeyContext,
  { id: userId }: Member,
): Promise<Passkey[]> {
  await limits.consume('privacyByAccount', userId)
  return (await prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'desc' } })).map(presentPasskey)
}

/** Renames a passkey. @throws ApiError NOT_FOUND unless it is the member's; RATE_LIMITED */
export async function renamePasskey(
  { database: { prisma }, limits }: PasskeyContext,
  { id: userId }: Member,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await limits.consume('privacyByAccount', userId)
  const { count } = await prisma.passkey.updateMany({ where: { id, userId }, data: { name } })
  if (count === 0) throw notFound()
}

/**
 * Removes a passkey and mails the owner. Sessions that it opened go on; the list of sessions ends them.
 * @throws ApiError INVALID, FRESH_FACTOR_REQUIRED, NOT_FOUND, RATE_LIMITED
 */
export async function removePasskey(
  context: PasskeyContext,
  member: Member,
  { id, password, address }: { id: string; password: string; address: string },
): Promise<void> {
  const user = await confirmOwner(context, member, { password, address, reason: 'passkey' })
  const [removed] = await context.database.prisma.$queryRaw<{ name: string }[]>`
    DELETE FROM passkey WHERE id = ${id}::uuid AND user_id = ${member.id}::uuid RETURNING name`
  if (!removed) throw notFound()
  context.securityLog.record({ event: 'authn_passkey_removed', userId: member.id, reason: 'owner' })
  context.mails.passkeyRemoved({ ...recipientOf(user), name: removed.name })
}
