import type { Pool } from 'pg'
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid'
import type { SendMessage } from '#schema/chat.ts'
import { type AutomaticReports, type Evidence, PRIORITY } from '#server/domains/moderation/index.ts'
import type { EventBus } from '#server/events.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type ContactKind, findContactDetails } from './contact-details.ts'
import { findSentence } from './find-sentence.ts'
import { normalizeText } from './normalize-text.ts'
import type { UnderageDetector } from './underage-detector.ts'
import { createWordFilter, type HeldRule, type WordFilterSettings } from './word-filter.ts'

/** As many held messages within a day make a report. */
const HELD_UNTIL_REPORTED = 3

export interface MessageFilterSettings extends WordFilterSettings {
  messageFilter: boolean
  firstChatHours: number
}

/**
 * Judges a message before it is sent. Nothing is waited for, and nothing asked of the database, unless its text gives
 * cause. @throws ApiError MESSAGE_HELD, CONTACT_DETAILS
 */
export type MessageFilter = (sender: { id: string }, input: SendMessage) => Promise<void> | undefined

/** A retry finds its first copy, as its key and text make the id. */
const HELD_IDS = '6d0d3c1e-7f0a-4a43-9b0c-0f5b0a8f3c11'
const heldId = (senderId: string, { conversationId, clientMessageId, message }: SendMessage) =>
  clientMessageId
    ? uuidv5(`${conversationId}\n${senderId}\n${clientMessageId}\n${message}`, HELD_IDS)
    : uuidv7()

/** Held only where it could have been sent; elsewhere sending says what is wrong. */
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

/** What was held within a day and since the last report of it; what turned out harmless does not count. */
const HELD_LATELY = {
  name: 'held-lately',
  text: `
SELECT id, sender_id AS "senderId", body AS message, to_json(created) AS time FROM held_message
WHERE sender_id = $1 AND status <> 'RELEASED' AND created > greatest(
  now() - interval '24 hours',
  (SELECT max(created) FROM report WHERE reported_id = $1 AND kind = 'FILTER')
)
ORDER BY created DESC LIMIT 20`,
}

const IS_FIRST_CHAT = {
  name: 'is-first-chat',
  text: `SELECT 1 FROM conversation
    WHERE id = $1 AND $2 IN (low_user_id, high_user_id) AND created > now() - make_interval(hours => $3)`,
}

const HELD_BECAUSE: Record<HeldRule, string> = {
  slur: 'it has a word in it that is used to demean people',
  solicitation: 'it reads as asking for sex or for sexual pictures',
  operator: 'it has words in it that are not welcome here',
}
const KIND_NAMES: Record<ContactKind, string> = {
  email: 'an email address',
  phone: 'a phone number',
  link: 'a link',
  handle: 'a name on another messenger',
}

export function createMessageFilter({
  pool,
  events,
  reports,
  minors,
  settings,
}: {
  pool: Pool
  events: EventBus
  reports: AutomaticReports
  /** Hear what is held as well: it is the gravest that a minor can say here. */
  minors: Pick<UnderageDetector, 'checkMessage'>
  settings: MessageFilterSettings
}): MessageFilter {
  const findRule = settings.messageFilter ? createWordFilter(settings) : () => null

  async function hold(senderId: string, input: SendMessage, rule: HeldRule) {
    const { conversationId, message } = input
    const id = heldId(senderId, input)
    const { rows } = await pool.query<{ time: Date }>({
      ...HOLD,
      values: [id, conversationId, senderId, message, rule],
    })
    const [stored] = rows
    if (!stored) return
    minors.checkMessage({
      id,
      conversationId,
      senderId,
      message,
      time: stored.time.toISOString(),
      held: true,
    })
    await events.emit('moderationChanged', {
      kind: 'MESSAGE_HELD',
      ids: [id],
      subjectId: senderId,
      actorId: null,
    })
    await reportIfOften(senderId, conversationId)
    throw new ApiError(
      'MESSAGE_HELD',
      `This message was held back and not delivered: ${HELD_BECAUSE[rule]}. A moderator may look at it, and delivers it if we are wrong.`,
    )
  }

  async function reportIfOften(userId: string, conversationId: string) {
    const { rows: evidence } = await pool.query<Evidence>({ ...HELD_LATELY, values: [userId] })
    if (evidence.length < HELD_UNTIL_REPORTED) return
    await reports.report({
      kind: 'FILTER',
      userId,
      conversationId,
      reason: `${evidence.length} messages were held back within a day`,
      priority: PRIORITY.heldMessages,
      evidence: evidence.reverse().map((said) => ({
        ...said,
        about: findSentence(said.message, (sentence) => findRule(normalizeText(sentence)) !== null),
      })),
    })
  }

  async function ask(senderId: string, { conversationId }: SendMessage, kind: ContactKind) {
    const { rowCount } = await pool.query({
      ...IS_FIRST_CHAT,
      values: [conversationId, senderId, settings.firstChatHours],
    })
    if (!rowCount) return
    throw new ApiError(
      'CONTACT_DETAILS',
      `This looks like ${KIND_NAMES[kind]}, and you two have only just met. Are you sure that you want to share it?`,
    )
  }

  return (sender, input) => {
    const text = normalizeText(input.message)
    const rule = findRule(text)
    if (rule) return hold(sender.id, input, rule)
    if (input.confirmed || settings.firstChatHours === 0) return undefined
    const kind = findContactDetails(text)
    return kind ? ask(sender.id, input, kind) : undefined
  }
}
