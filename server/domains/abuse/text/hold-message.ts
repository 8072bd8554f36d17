import type { Pool } from 'pg'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { SendMessage } from '#schema/chat.ts'
import { type AutomaticReports, type Evidence, REPORT_PRIORITY } from '#server/domains/moderation/index.ts'
import type { EventBus } from '#server/events.ts'
import { ApiError } from '#server/platform/errors.ts'
import { findSentence } from './find-sentence.ts'
import type { NormalizedText } from './normalize-text.ts'
import { normalizeText } from './normalize-text.ts'
import type { UnderageDetector } from './underage-detector.ts'
import type { HeldRule } from './word-filter.ts'

/** This many held messages within a day create a report. */
const HELD_MESSAGES_TO_REPORT = 3

/** The namespace of ids derived from a client's key and text: a retry gets the id of the first copy. */
const HELD_ID_NAMESPACE = '6d0d3c1e-7f0a-4a43-9b0c-0f5b0a8f3c11'
const heldIdOf = (senderId: string, { conversationId, clientMessageId, message }: SendMessage) =>
  clientMessageId
    ? uuidv5(`${conversationId}\n${senderId}\n${clientMessageId}\n${message}`, HELD_ID_NAMESPACE)
    : uuidv7()

/** Holds a message only where it could have been sent. Otherwise sending it fails with the right error. */
const HOLD = {
  name: 'hold-message',
  text: `
WITH place AS (
  SELECT conversation.id FROM conversation
  JOIN conversation_member member ON member.conversation_id = conversation.id AND member.user_id = $3
  WHERE conversation.id = $2 AND conversation.ended_at IS NULL
), held AS (
  INSERT INTO held_message (id, conversation_id, sender_id, body, rule)
  SELECT $1, place.id, $3, $4, $5 FROM place ON CONFLICT (id) DO NOTHING
)
SELECT now() AS time FROM place`,
}

/** Messages held within a day and since the last report about them, without those that a moderator released. */
const RECENTLY_HELD = {
  name: 'held-lately',
  text: `
SELECT id, sender_id AS "senderId", body AS message, to_json(created) AS time FROM held_message
WHERE sender_id = $1 AND status <> 'RELEASED' AND created > greatest(
  now() - interval '24 hours',
  (SELECT max(created) FROM report WHERE reported_id = $1 AND kind = 'FILTER')
)
ORDER BY created DESC LIMIT 20`,
}

const HELD_BECAUSE: Record<HeldRule, string> = {
  slur: 'it contains a word that is used to insult people',
  solicitation: 'it seems to ask for sex or sexual pictures',
  operator: 'it contains words that are not allowed here',
}

export interface HoldMessageDeps {
  pool: Pool
  events: EventBus
  reports: AutomaticReports
  /** Held messages are checked too, as they may state the sender's age. */
  underageDetector: Pick<UnderageDetector, 'checkMessage'>
  findRule(text: NormalizedText): HeldRule | null
}

/**
 * Stores a message for the moderators instead of sending it. Returns without a result where it could not have been sent.
 * @throws ApiError MESSAGE_HELD
 */
export async function holdMessage(
  deps: HoldMessageDeps,
  senderId: string,
  input: SendMessage,
  rule: HeldRule,
): Promise<void> {
  const { conversationId, message } = input
  const id = heldIdOf(senderId, input)
  const { rows } = await deps.pool.query<{ time: Date }>({
    ...HOLD,
    values: [id, conversationId, senderId, message, rule],
  })
  const [stored] = rows
  if (!stored) return
  const time = stored.time.toISOString()
  deps.underageDetector.checkMessage({ id, conversationId, senderId, message, time, held: true })
  await deps.events.emit('moderationChanged', {
    kind: 'MESSAGE_HELD',
    ids: [id],
    subjectId: senderId,
    actorId: null,
  })
  await reportRepeatedHolds(deps, senderId, conversationId)
  throw new ApiError(
    'MESSAGE_HELD',
    `We held back this message and did not send it: ${HELD_BECAUSE[rule]}. A moderator may check it, and send it if we made a mistake.`,
  )
}

async function reportRepeatedHolds(
  { pool, reports, findRule }: HoldMessageDeps,
  userId: string,
  conversationId: string,
) {
  const { rows: evidence } = await pool.query<Evidence>({ ...RECENTLY_HELD, values: [userId] })
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
