import {
  type AutomaticReports,
  type BanMatch,
  type BanSignals,
  type Evidence,
  REPORT_PRIORITY,
  type SignupAttempt,
} from '#server/domains/moderation/index.ts'
import type { BotDefence } from './bot-defence.ts'

/** Recognises banned members who register again. */
export interface SignupScreening extends Pick<BanSignals, 'deviceHash' | 'signalDays'> {
  /**
   * Runs before the account is created. Returns the banned members who share a signal with the attempt. The caller refuses
   * a banned member's mailbox as it refuses an address with an account, so the answer does not reveal the ban.
   * @throws ApiError PROOF_REQUIRED for a match of another signal without a proof of work
   */
  check(attempt: SignupAttempt & { hasProofOfWork: boolean }): Promise<readonly BanMatch[]>
  /** Reports the new account to the moderators, and pauses it when a banned member used the same browser. */
  reportMatches(userId: string, matches: readonly BanMatch[]): Promise<void>
}

export function createSignupScreening({
  signals,
  botDefence,
  reports,
  pause,
  now,
}: {
  signals: BanSignals
  botDefence: Pick<BotDefence, 'demandProof'>
  reports: AutomaticReports
  pause(userId: string, reason: string, reportId: string | null): Promise<void>
  now(): number
}): SignupScreening {
  const evidenceOf = (matches: readonly BanMatch[]): Evidence[] =>
    matches.map(({ kind, userId, displayName }) => ({
      id: `${kind}:${userId}`,
      senderId: userId,
      message: `Same ${kind} as a banned member: ${displayName}`,
      time: new Date(now()).toISOString(),
    }))

  const report = (userId: string, reason: string, priority: number, matches: readonly BanMatch[]) =>
    reports.report({ kind: 'EVASION', userId, reason, priority, evidence: evidenceOf(matches) })

  return {
    signalDays: signals.signalDays,
    deviceHash: (device) => signals.deviceHash(device),

    async check({ hasProofOfWork, ...attempt }) {
      const matches = await signals.findMatches(attempt)
      // Many people share a network, so a match refuses no one; the proof slows down mass registrations.
      if (matches.some(({ kind }) => kind !== 'email') && !hasProofOfWork) await botDefence.demandProof()
      return matches
    },

    async reportMatches(userId, matches) {
      if (matches.some(({ kind }) => kind === 'device')) {
        const reason = 'Registered in the browser of a banned member'
        const reportId = await report(userId, reason, REPORT_PRIORITY.knownDevice, matches)
        await pause(userId, reason, reportId)
      } else if (matches.length > 0) {
        const reason = 'Registered from the network of a banned member'
        await report(userId, reason, REPORT_PRIORITY.knownAddress, matches)
      }
    },
  }
}
