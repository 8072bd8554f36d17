import type { AdminCommand } from '../command.ts'

const SHOWN = 20

export const userFind: AdminCommand = {
  name: 'user find',
  args: ['text'],
  summary: 'lists accounts whose name or address contains the text, newest first, at most 20',
  isAudited: true,
  async run({ domains }, { args }) {
    const { admin } = await domains()
    const { elements, total } = await admin.users({ search: args[0] ?? '', pageNumber: 0, size: SHOWN })
    const users = elements.map(({ id, userName, displayName, role }) => ({
      id,
      email: userName,
      displayName,
      role,
    }))
    const lines = users.map(({ id, email, displayName, role }) => `${id}  ${role}  ${email}  ${displayName}`)
    return {
      lines: lines.length > 0 ? [...lines, `${lines.length} of ${total}`] : ['No account matches.'],
      data: { users, total },
    }
  },
}
