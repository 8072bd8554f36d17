import { readAccountOverview } from '#server/domains/accounts/index.ts'
import { type AdminCommand, accountOf } from '../command.ts'
import { fieldLines } from '../lines.ts'

export const userShow: AdminCommand = {
  name: 'user show',
  args: ['account'],
  summary: 'shows an account, its latest sign-ins and its sanctions, without secrets',
  details: ['Messages, passwords, keys and network addresses are never shown.'],
  isAudited: true,
  async run({ database, domains }, input) {
    const { id } = accountOf(input)
    const { moderation } = await domains()
    const [overview, status] = await Promise.all([
      readAccountOverview(database, id, new Date()),
      moderation.decisions.accountStatus(id),
    ])
    const { signIns, ...fields } = overview
    const sanctions = status.history.map(({ actionId, kind, reason, at, until, reversed, appeal }) => ({
      actionId,
      kind,
      reason,
      at,
      until,
      reversed,
      appeal: appeal?.status ?? null,
    }))
    return {
      lines: [
        ...fieldLines(fields),
        ...signIns.map(({ time, kind }) => `signed in: ${time.toISOString()} (${kind})`),
        ...sanctions.map(
          ({ actionId, kind, reason, at, until, reversed, appeal }) =>
            `sanction: ${kind} ${at.toISOString()}${until ? ` until ${until.toISOString()}` : ''}${reversed ? ', reversed' : ''}${appeal ? `, appeal ${appeal}` : ''}: ${reason} (${actionId})`,
        ),
      ],
      data: { ...fields, signIns, sanctions },
    }
  },
}
