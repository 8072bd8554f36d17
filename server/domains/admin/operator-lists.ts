import type { Database } from '#server/platform/postgres/index.ts'

/** What waits in the tables that background work reads. */
export interface WaitingWork {
  /** Mails about decisions that were not sent yet. */
  decisionMails: number
  /** Members' data exports that are not made yet. */
  exports: number
  /** Accounts whose erasure date has passed. */
  erasures: number
  /** Webhooks of payment providers that were not handled. */
  webhooks: number
  /** Entries of the launch list that were not mailed. */
  launchMails: number
}

export async function readWaitingWork({ prisma }: Database, now: Date): Promise<WaitingWork> {
  const [decisionMails, exports, erasures, webhooks, launchMails] = await Promise.all([
    prisma.decisionMail.count({ where: { due: { not: null } } }),
    prisma.dataExport.count({ where: { status: { in: ['QUEUED', 'RUNNING'] } } }),
    prisma.user.count({ where: { erasedAt: null, eraseAfter: { lte: now } } }),
    prisma.webhookEvent.count({ where: { handled: null } }),
    prisma.launchNotification.count({ where: { notified: false } }),
  ])
  return { decisionMails, exports, erasures, webhooks, launchMails }
}

/** Removes an address from the launch list. Returns false when it was not listed. */
export async function removeFromLaunchList({ prisma }: Database, email: string): Promise<boolean> {
  const { count } = await prisma.launchNotification.deleteMany({ where: { email } })
  return count > 0
}

/** Corrects the console's totals after rows were changed with triggers switched off. */
export async function recountLists({ pool }: Database): Promise<void> {
  await pool.query('SELECT recount_lists()')
}
