import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { SendMessage } from '#schema/chat.ts'
import { type Sentence, text } from '#schema/translatable.ts'
import {
  type AutomaticReports,
  REPORT_PRIORITY,
  readRecentlyHeld,
  storeHeldMessage,
} from '#server/domains/moderation/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { findSentence } from './find-sentence.ts'
import type { HeldRule } from './language-terms.ts'
import type { NormalizedText } from './normalize-text.ts'
import { normalizeText } from './normalize-text.ts'
import type { UnderageDetector } from './underage-detector.ts'

/** This many held messages within a day create a report. */
const HELD_MESSAGES_TO_REPORT = 3

/** The namespace of ids derived from a client's key and text: a retry gets the id of the first copy. */
const HELD_ID_NAMESPACE = '6d0d3c1e-7f0a-4a43-9b0c-0f5b0a8f3c11'
const heldIdOf = (senderId: string, { conversationId, clientMessageId, message }: SendMessage) =>
  clientMessageId
    ? uuidv5(`${conversationId}\n${senderId}\n${clientMessageId}\n${message}`, HELD_ID_NAMESPACE)
    : uuidv7()

const HELD_BECAUSE: Record<HeldRule, Sentence> = {
  slur: text(
    'We held back this message and did not send it: it contains a word that is used to insult people. A moderator may check it, and send it if we made a mistake.',
  ),
  solicitation: text(
    'We held back this message and did not send it: it seems to ask for sex or sexual pictures. A moderator may check it, and send it if we made a mistake.',
  ),
  operator: text(
    'We held back this message and did not send it: it contains words that are not allowed here. A moderator may check it, and send it if we made a mistake.',
  ),
}

const TOO_MANY_WAIT = text(
  'We did not send this message, and no moderator will check it: too many of your messages already wait for a check. Please write something else.',
)

export interface HoldingContext extends Pick<Platform, 'database' | 'events'> {
  reports: AutomaticReports
  /** Held messages are checked too, as they may state the sender's age. */
  underageDetector: Pick<UnderageDetector, 'checkMessage'>
  findRule(text: NormalizedText): HeldRule | null
}

/**
 * Stores a message for the moderators instead of sending it. Returns without a result where it could not have been sent.
 * Refuses it if too many of the sender's messages wait already.
 * @throws ApiError MESSAGE_HELD
 */
export async function holdMessage(
  context: HoldingContext,
  senderId: string,
  input: SendMessage,
  rule: HeldRule,
): Promise<void> {
  const { conversationId, message } = input
  const id = heldIdOf(senderId, input)
  const held = await storeHeldMessage(context.database.pool, {
    id,
    conversationId,
    senderId,
    body: message,
    rule,
  })
  if (!held) return
  const time = held.time.toISOString()
  context.underageDetector.checkMessage({ id, conversationId, senderId, message, time, held: true })
  if (!held.waits) throw new ApiError('MESSAGE_HELD', TOO_MANY_WAIT)
  await context.events.emit('moderationChanged', {
    kind: 'MESSAGE_HELD',
    ids: [id],
    subjectId: senderId,
    actorId: null,
  })
  await reportRepeatedHolds(context, senderId, conversationId)
  throw new ApiError('MESSAGE_HELD', HELD_BECAUSE[rule])
}

async function reportRepeatedHolds(
  { database: { pool }, reports, findRule }: HoldingContext,
  userId: string,
  conversationId: string,
) {
  const evidence = await readRecentlyHeld(pool, userId)
  if (evidence.length < HELD_MESSAGES_TO_REPORT) return
  await reports.report({
    kind: 'FILTER',
    userId,
    conversationId,
    reason: `${evidence.length} messages were held back within a day`,
    priority: REPORT_PRIORITY.heldMessages,
    evidence: evidence.reverse().map((held) => ({
      ...held,
      about: findSentence(held.message, (sentence) => findRule(normalizeText(sentence)) !== null),
    })),
  })
}
