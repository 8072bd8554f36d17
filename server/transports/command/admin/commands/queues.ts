import { readWaitingWork } from '#server/domains/admin/index.ts'
import { type AdminCommand, said, WrongUsage } from '../command.ts'
import type { CommandDomains } from '../open-domains.ts'

/** What a drain does: the work of one background job, now. Returns how many items it handled; null if unknown. */
const DRAINS: Readonly<Record<string, (domains: CommandDomains) => Promise<number | null>>> = {
  decisions: ({ reminders }) => reminders.redeliverDecisions(),
  unread: ({ reminders }) => reminders.sendUnreadReminders(),
  premium: ({ reminders }) => reminders.sendPremiumReminders(),
  orders: ({ billing }) => billing.reconcile(),
  exports: async ({ privacy }) => {
    await privacy.makeExports()
    return null
  },
  erasures: async ({ privacy }) => {
    await privacy.sweep()
    return null
  },
}

/** These jobs send mails, which end in the memory of this process without a mail server. */
const NEEDS_MAIL = new Set(['decisions', 'unread', 'premium'])

export const queues: AdminCommand = {
  name: 'queues',
  args: [],
  summary: 'shows how much work waits: mails, orders, exports, erasures, searches',
  details: ['Searches and members online are counted over all nodes, which needs REDIS_URL.'],
  isAudited: false,
  async run({ config, database, domains }) {
    const { billing, matching, presence } = await domains()
    const now = new Date()
    const [work, orders] = await Promise.all([readWaitingWork(database, now), billing.orders.waiting(now)])
    const shared = config.redisUrl !== null
    const [searches, online] = shared
      ? await Promise.all([matching.waiting(), presence.count()])
      : [null, null]
    const { decisionMails, exports, erasures, webhooks, launchMails } = work
    const inMemory = 'in the memory of the running server'
    return {
      lines: [
        `decisions: ${decisionMails} mails to send`,
        `orders: ${orders.due} to check now, ${orders.later} later`,
        `webhooks: ${webhooks} not handled; the provider sends them again`,
        `exports: ${exports} to make`,
        `erasures: ${erasures} due`,
        `launch list: ${launchMails} not mailed`,
        `searches: ${searches ?? inMemory}`,
        `online: ${online ?? inMemory}`,
      ],
      data: { decisionMails, orders, webhooks, exports, erasures, launchMails, searches, online },
    }
  },
}

export const queuesDrain: AdminCommand = {
  name: 'queues drain',
  args: ['queue'],
  summary: `does the work of a queue now: ${Object.keys(DRAINS).join(', ')}`,
  details: [
    'The servers do the same work in the background, so a drain is safe while they run.',
    '`decisions` sends notices and mails about decisions, `unread` and `premium` send reminders, `orders` asks the',
    'payment providers about the orders that are due, `exports` makes data exports, `erasures` deletes what is due.',
  ],
  isAudited: true,
  async run({ config, domains }, { args: [queue = ''] }) {
    const drain = Object.hasOwn(DRAINS, queue) ? DRAINS[queue] : undefined
    if (!drain) throw new WrongUsage(`The queues are ${Object.keys(DRAINS).join(', ')}.`)
    if (NEEDS_MAIL.has(queue) && !config.smtpUrl)
      throw new WrongUsage('SMTP_URL is not set, so this command cannot send mails.')
    const handled = await drain(await domains())
    return said(handled === null ? `The queue ${queue} is empty.` : `Handled: ${handled}.`, {
      queue,
      handled,
    })
  },
}
