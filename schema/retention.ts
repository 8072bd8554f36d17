/** Days and months of the privacy centre, as both its sentences and the jobs count them. */
export const RETENTION = {
  /** To change one's mind after asking for deletion. */
  erasureDays: 30,
  /** A closed account opens again without loss for as long. */
  closedMonths: 12,
  /** What has to be kept of somebody who is gone: payments, decided reports, the audit log. */
  essentialMonths: 24,
  exportDays: 7,
  /** By what somebody banned, or erased while a sanction counts, is known again: so long at most. */
  signalDays: 90,
  signInMonths: 12,
  notificationMonths: 12,
  endedSessionDays: 90,
  usedCodeDays: 30,
  decidedHeldMessageDays: 90,
  /** From where somebody joined the launch list; gone with the mail, if that comes first. */
  launchOriginDays: 90,
  /** After the mail that somebody joined the list for. */
  launchMailedMonths: 12,
  /** Without that mail. */
  launchMonths: 24,
} as const
