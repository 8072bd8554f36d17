/** Days and months of the privacy centre, as both its sentences and the jobs count them. */
export const RETENTION = {
  /** To change one's mind after asking for deletion. */
  erasureDays: 30,
  /** A closed account opens again without loss for as long. */
  closedMonths: 12,
  /** What must be kept of erased members: payments, decided reports, the audit log. */
  essentialMonths: 24,
  exportDays: 7,
  /** Signals that recognise banned members, and members erased during a sanction. */
  signalDays: 90,
  signInMonths: 12,
  notificationMonths: 12,
  endedSessionDays: 90,
  usedCodeDays: 30,
  decidedHeldMessageDays: 90,
  /** Address and browser of a launch list entry; deleted with the mail, if that comes first. */
  launchOriginDays: 90,
  /** Launch list entries, after the launch mail was sent. */
  launchMailedMonths: 12,
  /** Without that mail. */
  launchMonths: 24,
} as const
