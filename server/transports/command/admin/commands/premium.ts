import { type AdminCommand, accountOf, said, WrongUsage } from '../command.ts'

const MAX_DAYS = 3_660

/** Returns the end that the options name. @throws WrongUsage */
function endOf({ days, until }: Readonly<Record<string, string>>): { days: number } | { until: Date } {
  if ((days === undefined) === (until === undefined)) throw new WrongUsage('Name either --days or --until.')
  if (days !== undefined) {
    const count = Number(days)
    if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS)
      throw new WrongUsage(`--days is a number from 1 to ${MAX_DAYS}.`)
    return { days: count }
  }
  const date = new Date(until ?? '')
  if (Number.isNaN(date.getTime())) throw new WrongUsage('--until is a date, such as 2027-01-31.')
  return { until: date }
}

export const premiumGrant: AdminCommand = {
  name: 'premium grant',
  args: ['account'],
  options: {
    days: 'how many days are added to the premium that the account has',
    until: 'the date at which premium ends, such as 2027-01-31 (UTC)',
    reason: 'why, for the audit log and the data export of the member',
  },
  summary: 'grants premium without a payment',
  details: ['Name --days or --until, and a --reason.'],
  isAudited: true,
  async run({ domains }, input) {
    const { id, email } = accountOf(input)
    const end = endOf(input.options)
    const reason = input.options.reason?.trim()
    if (!reason) throw new WrongUsage('A grant needs a --reason.')
    const { billing } = await domains()
    const { until } = await billing.premiumByHand.grant(id, end, reason)
    return said(`${email} has premium until ${until.toISOString()}.`, { email, until })
  },
}

export const premiumRevoke: AdminCommand = {
  name: 'premium revoke',
  args: ['account'],
  options: { reason: 'why, for the audit log' },
  summary: 'revokes the premium that was granted by hand',
  details: ['Paid premium ends with a refund at the payment provider.'],
  warning: 'The member loses what is left of the granted premium.',
  isAudited: true,
  async run({ domains }, input) {
    const { id, email } = accountOf(input)
    if (!input.options.reason?.trim()) throw new WrongUsage('A revocation needs a --reason.')
    const { billing } = await domains()
    const revoked = await billing.premiumByHand.revoke(id)
    const done =
      revoked > 0
        ? `Grants of ${email} that were revoked: ${revoked}.`
        : `${email} has no premium that was granted by hand.`
    return said(done, { email, revoked })
  },
}
