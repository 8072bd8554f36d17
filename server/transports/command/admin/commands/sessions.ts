import { endSessions } from '#server/domains/accounts/index.ts'
import { type AdminCommand, accountOf, said } from '../command.ts'

export const sessionsEnd: AdminCommand = {
  name: 'sessions end',
  args: ['account'],
  summary: 'logs an account out everywhere',
  details: ['Running nodes refuse the sessions within a second and close their streams within a minute.'],
  warning: 'Every device of the account is logged out.',
  isAudited: true,
  async run({ database, recordEvent }, input) {
    const { id, email } = accountOf(input)
    const ended = await endSessions(database, id)
    recordEvent({ event: 'authn_token_revoked', userId: id, reason: 'command_line' })
    return said(`Sessions of ${email} that ended: ${ended}.`, { email, ended })
  },
}

export const sessionsEndAll: AdminCommand = {
  name: 'sessions end-all',
  args: [],
  summary: 'logs every account out everywhere, for example after a stolen backup',
  warning: 'Every member is logged out.',
  isAudited: true,
  async run({ database, recordEvent }) {
    const ended = await endSessions(database, 'everyone')
    recordEvent({ event: 'authn_token_revoked', reason: 'command_line_all' })
    return said(`Sessions that ended: ${ended}.`, { ended })
  },
}
