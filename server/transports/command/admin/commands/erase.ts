import { RETENTION } from '#schema/privacy.ts'
import { type AdminCommand, accountOf, said } from '../command.ts'

export const eraseRequest: AdminCommand = {
  name: 'erase request',
  args: ['account'],
  summary: `requests the erasure of an account, as its owner would: closes it now and erases it after ${RETENTION.erasureDays} days`,
  details: ['The owner is mailed. A login of the owner before the date cancels the erasure.'],
  warning: 'The account is closed at once, and its data is erased at the date.',
  isAudited: true,
  async run({ domains }, input) {
    const { id, email } = accountOf(input)
    const { accounts } = await domains()
    const { eraseAfter } = await accounts.operator.requestErasure(id)
    return said(`${email} is closed, and is erased after ${eraseAfter.toISOString()}.`, { email, eraseAfter })
  },
}

export const eraseCancel: AdminCommand = {
  name: 'erase cancel',
  args: ['account'],
  summary: 'cancels the erasure of an account and opens it again',
  isAudited: true,
  async run({ domains }, input) {
    const { id, email } = accountOf(input)
    const { accounts } = await domains()
    await accounts.operator.cancelErasure(id)
    return said(`${email} is open again, and is not erased.`, { email })
  },
}

export const eraseState: AdminCommand = {
  name: 'erase state',
  args: ['account'],
  summary: 'shows whether and when an account is erased',
  isAudited: true,
  async run(_context, input) {
    const { email, eraseAfter } = accountOf(input)
    const state = eraseAfter ? `is erased after ${eraseAfter.toISOString()}` : 'is not to be erased'
    return said(`${email} ${state}.`, { email, eraseAfter })
  },
}
