import { recordAction } from '#server/domains/moderation/index.ts'
import type { Database, UserModel } from '#server/platform/postgres/index.ts'

interface RoleChange {
  /** In lower case. */
  email: string
  role: UserModel['role']
  /** The reason in the audit log. */
  reason: string
}

/** Changes the role of an account and records it in the audit log. Returns the member's id; null without such an account. */
export const changeRole = (
  { prisma }: Database,
  { email, role, reason }: RoleChange,
): Promise<string | null> =>
  prisma.$transaction(async (transaction) => {
    const [changed] = await transaction.user.updateManyAndReturn({
      where: { userName: email },
      data: { role },
    })
    if (!changed) return null
    await recordAction(transaction, {
      kind: 'ROLE',
      actorId: null,
      subjectId: changed.id,
      reason,
      at: new Date(),
    })
    return changed.id
  })
