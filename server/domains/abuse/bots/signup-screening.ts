import { PRODUCT } from '#schema/product.ts'
import type { BanSignals, Entrant, KnownPerson } from '#server/domains/moderation/index.ts'
import { type AutomaticReports, type Evidence, PRIORITY } from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { BotDefence } from './bot-defence.ts'

/** Whether whoever registers is somebody who was banned, or left while a sanction counted. */
export interface SignupScreening extends Pick<BanSignals, 'deviceHash' | 'signalDays'> {
  /** Before the account is made. @throws ApiError FORBIDDEN for a known mailbox; PROOF_REQUIRED from a banned person's network */
  check(entrant: Entrant & { hasProofOfWork: boolean }): Promise<readonly KnownPerson[]>
  /** Once it is made: what was noticed goes to the moderators, and a known browser waits for them. */
  entered(userId: string, known: readonly KnownPerson[]): Promise<void>
}

export function createEntry({
  signals,
  botDefence,
  reports,
  pause,
  now,
}: {
  signals: BanSignals
  botDefence: Pick<BotDefence, 'demand'>
  reports: AutomaticReports
  pause(userId: string, reason: string, reportId: string | null): Promise<void>
  now(): number
}): SignupScreening {
  const evidenceOf = (known: readonly KnownPerson[]): Evidence[] =>
    known.map(({ kind, userId, displayName }) => ({
      id: `${kind}:${userId}`,
      senderId: userId,
      message: `Banned before, and known by the same ${kind}: ${displayName}`,
      time: new Date(now()).toISOString(),
    }))

  const report = (userId: string, reason: string, priority: number, known: readonly KnownPerson[]) =>
    reports.report({ kind: 'EVASION', userId, reason, priority, evidence: evidenceOf(known) })

  return {
    signalDays: signals.signalDays,
    deviceHash: (device) => signals.deviceHash(device),

    async check({ hasProofOfWork, ...entrant }) {
      const known = await signals.whoIsKnown(entrant)
      if (known.some(({ kind }) => kind === 'email')) {
        const message = `This email address cannot be used here. If you think that this is a mistake, write to ${PRODUCT.supportEmail}.`
        throw new ApiError('FORBIDDEN', message, { fields: { userName: message } })
      }
      // Many share a network: nobody is turned away for it, but nobody makes a hundred accounts from it either.
      if (known.length > 0 && !hasProofOfWork) await botDefence.demand()
      return known
    },

    async entered(userId, known) {
      if (known.some(({ kind }) => kind === 'device')) {
        const reason = 'Registered in the browser of somebody who was banned'
        const reportId = await report(userId, reason, PRIORITY.knownDevice, known)
        await pause(userId, reason, reportId)
      } else if (known.length > 0) {
        const reason = 'Registered from the network of somebody who was banned'
        await report(userId, reason, PRIORITY.knownAddress, known)
      }
    },
  }
}
