import { storedEmail } from '#schema/email.ts'
import { recountLists, removeFromLaunchList } from '#server/domains/admin/index.ts'
import { type AdminCommand, Refused, said } from '../command.ts'

export const launchListRemove: AdminCommand = {
  name: 'launch-list remove',
  args: ['email'],
  summary: 'removes an address from the launch list',
  warning: 'The entry is deleted.',
  isAudited: true,
  async run({ database }, { args: [email = ''] }) {
    const address = storedEmail(email)
    if (!(await removeFromLaunchList(database, address)))
      throw new Refused(`${address} is not on the launch list.`)
    return said(`${address} is no longer on the launch list.`, { email: address })
  },
}

export const recountListsCommand: AdminCommand = {
  name: 'recount-lists',
  args: [],
  summary: "corrects the console's totals, after rows were changed with triggers switched off",
  isAudited: true,
  async run({ database }) {
    await recountLists(database)
    return said('The totals are correct.')
  },
}
