import {
  type AutomaticReport,
  type AutomaticReports,
  type Evidence,
  PRIORITY,
} from '#server/domains/moderation/index.ts'
import { underageName, underageStatement } from './age-statements.ts'
import { plainForm } from './normalize-text.ts'
import { sentenceAbout } from './sentence-about.ts'

interface Said extends Evidence {
  conversationId: string
  /** It was held back: the other never saw it. */
  held?: boolean
}

export interface Minors {
  /** Listens to what was said, delivered or not; nobody waits for it, and it never fails. */
  heard(said: Said): void
  /** Reads what somebody wrote about themselves. */
  read(profile: { userId: string; displayName: string; interests: readonly string[] }): void
  /** What is under way is finished. */
  [Symbol.asyncDispose](): Promise<void>
}

const statingSentence = (message: string) =>
  sentenceAbout(message, (sentence) => underageStatement(plainForm(sentence)) !== null)

/** Somebody who says that they are under 18 is reported once, before all others: a person looks, and decides. */
export function createMinors({
  reports,
  enabled,
  now,
  onError,
}: {
  reports: AutomaticReports
  enabled: boolean
  now(): number
  onError(error: unknown): void
}): Minors {
  const underWay = new Set<Promise<unknown>>()

  function report(found: Omit<AutomaticReport, 'kind' | 'priority'>) {
    const filed = reports
      .report({ ...found, kind: 'MINOR', priority: PRIORITY.minor })
      .catch(onError)
      .finally(() => underWay.delete(filed))
    underWay.add(filed)
  }

  return {
    heard({ conversationId, id, senderId, message, time, held }) {
      if (!enabled) return
      const statement = underageStatement(plainForm(message))
      if (!statement) return
      report({
        userId: senderId,
        conversationId,
        reason: `Said to be under 18${held ? ', in a message that was held back' : ''}: “${statement}”`,
        evidence: [{ id, senderId, message, time, about: statingSentence(message) }],
        saidBefore: { messageId: held ? null : id },
      })
    },

    read({ userId, displayName, interests }) {
      if (!enabled) return
      const written = [
        { part: 'Display name', text: displayName, statement: underageName(plainForm(displayName)) },
        ...interests.map((text) => ({
          part: 'Interest',
          text,
          statement: underageStatement(plainForm(text)),
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
