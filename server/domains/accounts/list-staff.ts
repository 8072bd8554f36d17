import type { Database, UserModel } from '#server/platform/postgres/index.ts'

export interface StaffAccount {
  email: string
  role: UserModel['role']
}

/** Returns the accounts with a role above member, administrators first. */
export async function listStaff({ prisma }: Database): Promise<StaffAccount[]> {
  const rows = await prisma.user.findMany({
    where: { role: { not: 'MEMBER' } },
    orderBy: [{ role: 'desc' }, { userName: 'asc' }],
  })
  return rows.map(({ userName, role }) => ({ email: userName, role }))
}
