import { changeRole, listStaff } from '#server/domains/accounts/index.ts'
import { type AdminCommand, accountOf, said } from '../command.ts'

const ROLE_TEXTS = { ADMIN: 'an administrator', MODERATOR: 'a moderator', MEMBER: 'a member' } as const

const roleCommand = (name: string, role: keyof typeof ROLE_TEXTS, summary: string): AdminCommand => ({
  name,
  args: ['account'],
  summary,
  isAudited: false,
  async run({ database, recordEvent }, input) {
    const { email } = accountOf(input)
    const reason = `Made ${ROLE_TEXTS[role]} at the command line.`
    const userId = await changeRole(database, { email, role, reason })
    if (userId) recordEvent({ event: 'authz_role_change', userId, reason: `command_line_${name}` })
    return said(`${email} is ${ROLE_TEXTS[role]} now.`, { email, role })
  },
})

export const grant = roleCommand('grant', 'ADMIN', 'makes the account an administrator')
export const moderator = roleCommand(
  'moderator',
  'MODERATOR',
  'makes the account a moderator, who decides about reports and sees no addresses',
)
export const revoke = roleCommand('revoke', 'MEMBER', 'makes the account a member again')

export const list: AdminCommand = {
  name: 'list',
  args: [],
  summary: 'lists administrators and moderators',
  isAudited: false,
  async run({ database }) {
    const staff = await listStaff(database)
    const lines = staff.map(({ email, role }) => `${email} is ${ROLE_TEXTS[role]}`)
    const none = ['There is no administrator and no moderator.']
    return { lines: lines.length > 0 ? lines : none, data: { staff } }
  },
}
