import { type AdminCommand, accountOf, type CommandContext, Refused, said, WrongUsage } from '../command.ts'

/** @throws Refused without a mail server: the mailbox of local mode is in the memory of the running server */
function assertMailServer({ config }: CommandContext) {
  if (!config.smtpUrl) throw new Refused('SMTP_URL is not set, so this command cannot send mails.')
}

export const mailVerification: AdminCommand = {
  name: 'mail verification',
  args: ['account'],
  summary: 'mails a new link that verifies the address',
  isAudited: true,
  async run(context, input) {
    const { id, email } = accountOf(input)
    assertMailServer(context)
    const { accounts } = await context.domains()
    await accounts.operator.mailVerification(id)
    return said(`A link that verifies the address goes to ${email}.`, { email })
  },
}

export const mailPasswordReset: AdminCommand = {
  name: 'mail password-reset',
  args: ['account'],
  summary: 'mails a link and a code that set a new password',
  isAudited: true,
  async run(context, input) {
    const { id, email } = accountOf(input)
    assertMailServer(context)
    const { accounts } = await context.domains()
    await accounts.operator.mailPasswordReset(id)
    return said(`A link that sets a new password goes to ${email}.`, { email })
  },
}

export const mailDecision: AdminCommand = {
  name: 'mail decision',
  args: ['action'],
  summary: 'sends the mail about a suspension, a ban or an appeal again',
  details: ['`user show` lists the ids of the actions. A decision that was reversed is not mailed.'],
  isAudited: true,
  async run(context, { args: [action = ''] }) {
    if (!/^[0-9a-f-]{36}$/i.test(action)) throw new WrongUsage('The action is an id that `user show` lists.')
    assertMailServer(context)
    const { decisionMails } = await context.domains()
    const mails = await decisionMails.repeat(action)
    if (mails === 0) throw new Refused(`There is no mail about the action ${action}.`)
    await decisionMails.retryFailed()
    return said(`Mails that were sent again: ${mails}.`, { action, mails })
  },
}
