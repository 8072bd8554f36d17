import {
  type AutomaticReport,
  type AutomaticReports,
  type Evidence,
  REPORT_PRIORITY,
} from '#server/domains/moderation/index.ts'
import { underageName, underageStatement } from './age-statements.ts'
import { findSentence } from './find-sentence.ts'
import { normalizeText } from './normalize-text.ts'

interface CheckedMessage extends Evidence {
  conversationId: string
  /** Whether the message was held and not delivered. */
  held?: boolean
}

/** Reports members who state an age under 18. A moderator decides what follows. Its checks run in the background and never throw. */
export interface UnderageDetector {
  checkMessage(message: CheckedMessage): void
  checkProfile(profile: { userId: string; displayName: string; interests: readonly string[] }): void
  /** Resolves once all reports are stored. */
  [Symbol.asyncDispose](): Promise<void>
}

const statementSentence = (message: string) =>
  findSentence(message, (sentence) => underageStatement(normalizeText(sentence)) !== null)

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
  const pending = new Set<Promise<unknown>>()

  function report(found: Omit<AutomaticReport, 'kind' | 'priority'>) {
    const stored = reports
      .report({ ...found, kind: 'MINOR', priority: REPORT_PRIORITY.minor })
      .catch(onError)
      .finally(() => pending.delete(stored))
    pending.add(stored)
  }

  return {
    checkMessage({ conversationId, id, senderId, message, time, held }) {
      if (!enabled) return
      const statement = underageStatement(normalizeText(message))
      if (!statement) return
      report({
        userId: senderId,
        conversationId,
        reason: `Stated an age under 18${held ? ', in a message that was held back' : ''}: “${statement}”`,
        evidence: [{ id, senderId, message, time, about: statementSentence(message) }],
        messagesBefore: { messageId: held ? null : id },
      })
    },

    checkProfile(profile) {
      if (!enabled) return
      const statements = profileStatements(profile)
      if (statements.length === 0) return
      const { userId } = profile
      report({
        userId,
        reason: `Profile states an age under 18: “${statements[0]?.statement}”`,
        evidence: statements.map(({ field, text }, index) => ({
          id: `${userId}:${index}`,
          senderId: userId,
          message: `${field}: ${text}`,
          about: text,
          time: new Date(now()).toISOString(),
        })),
      })
    },

    async [Symbol.asyncDispose]() {
      await Promise.all(pending)
    },
  }
}

function profileStatements({
  displayName,
  interests,
}: {
  displayName: string
  interests: readonly string[]
}) {
  return [
    { field: 'Display name', text: displayName, statement: underageName(normalizeText(displayName)) },
    ...interests.map((text) => ({
      field: 'Interest',
      text,
      statement: underageStatement(normalizeText(text)),
    })),
  ].filter(({ statement }) => statement !== null)
}
