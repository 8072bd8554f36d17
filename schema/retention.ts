/** Retention periods in days and months, for the texts and for the jobs. */
export const RETENTION = {
  /** Days in which a member can cancel a deletion. The next hourly sweep erases the account. */
  erasureDays: 29,
  /** Days after the request at which the data are erased at the latest: the grace period, and a day for the sweep and its retries. */
  erasedWithinDays: 30,
  /** Months in which a closed account can be opened again without loss. */
  closedMonths: 12,
  /** Months for which payments, decided reports and the audit log of erased members are kept. */
  essentialMonths: 24,
  /** Days for which backups may hold erased data. The operator deletes older backups (docs/operations/backup.md). */
  backupDays: 35,
  exportDays: 7,
  /** Signals that recognise banned members, and members erased during a sanction. */
  signalDays: 90,
  signInMonths: 12,
  notificationMonths: 12,
  endedSessionDays: 90,
  usedCodeDays: 30,
  decidedHeldMessageDays: 90,
  /** Counts of how long searches took. They name no member. */
  searchWaitDays: 28,
  /** Days for which the server keeps who searched within an evening or wanted a reminder. Conversations keep which evening it was. */
  eveningDays: 1,
  /** Address and browser of a launch list entry; deleted with the mail, if that comes first. */
  launchOriginDays: 90,
  /** Launch list entries, after the launch mail was sent. */
  launchMailedMonths: 12,
  /** Launch list entries without that mail. */
  launchMonths: 24,
} as const
