import {
  type AutomaticReport,
  type AutomaticReports,
  type Evidence,
  PRIORITY,
} from '#server/domains/moderation/index.ts'
import { underageName, underageStatement } from './age-statements.ts'
import { findSentence } from './find-sentence.ts'
import { normalizeText } from './normalize-text.ts'

interface CheckedMessage extends Evidence {
  conversationId: string
  /** It was held back: the other never saw it. */
  held?: boolean
}

export interface UnderageDetector {
  /** Listens to what was said, delivered or not; nobody waits for it, and it never fails. */
  checkMessage(said: CheckedMessage): void
  /** Reads what somebody wrote about themselves. */
  checkProfile(profile: { userId: string; displayName: string; interests: readonly string[] }): void
  /** What is under way is finished. */
  [Symbol.asyncDispose](): Promise<void>
}

const statingSentence = (message: string) =>
  findSentence(message, (sentence) => underageStatement(normalizeText(sentence)) !== null)

/** Somebody who says that they are under 18 is reported once, before all others: a person looks, and decides. */
export function createUnderageDetector({
  reports,
  enabled,
  now,
  onError,
}: {
  reports: AutomaticReports
  enabled: boolean
  now(): number
  onError(error: unknown): void
}): UnderageDetector {
  const underWay = new Set<Promise<unknown>>()

  function report(found: Omit<AutomaticReport, 'kind' | 'priority'>) {
    const filed = reports
      .report({ ...found, kind: 'MINOR', priority: PRIORITY.minor })
      .catch(onError)
      .finally(() => underWay.delete(filed))
    underWay.add(filed)
  }

  return {
    checkMessage({ conversationId, id, senderId, message, time, held }) {
      if (!enabled) return
      const statement = underageStatement(normalizeText(message))
      if (!statement) return
      report({
        userId: senderId,
        conversationId,
        reason: `Said to be under 18${held ? ', in a message that was held back' : ''}: “${statement}”`,
        evidence: [{ id, senderId, message, time, about: statingSentence(message) }],
        messagesBefore: { messageId: held ? null : id },
      })
    },

    checkProfile({ userId, displayName, interests }) {
      if (!enabled) return
      const written = [
        { part: 'Display name', text: displayName, statement: underageName(normalizeText(displayName)) },
        ...interests.map((text) => ({
          part: 'Interest',
          text,
          statement: underageStatement(normalizeText(text)),
        })),
      ].filter(({ statement }) => statement !== null)
      if (written.length === 0) return
      report({
        userId,
        reason: `Profile tells an age under 18: “${written[0]?.statement}”`,
        evidence: written.map(({ part, text }, index) => ({
          id: `${userId}:${index}`,
          senderId: userId,
          message: `${part}: ${text}`,
          about: text,
          time: new Date(now()).toISOString(),
        })),
      })
    },

    async [Symbol.asyncDispose]() {
      await Promise.all(underWay)
    },
  }
}
