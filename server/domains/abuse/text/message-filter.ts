import type { Pool } from 'pg'
import type { SendMessage } from '#schema/chat.ts'
import { type Sentence, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type ContactKind, findContactDetails } from './contact-details.ts'
import { type HoldingContext, holdMessage } from './hold-message.ts'
import { normalizeText } from './normalize-text.ts'
import { createWordFilter, type WordFilterSettings } from './word-filter.ts'

export interface MessageFilterSettings extends WordFilterSettings {
  messageFilter: boolean
  firstChatHours: number
}

/**
 * Checks a message before it is sent. For harmless text it returns at once, without a promise or a query.
 * @throws ApiError MESSAGE_HELD, CONTACT_DETAILS
 */
export type MessageFilter = (sender: { id: string }, input: SendMessage) => Promise<void> | undefined

const IS_FIRST_CHAT = {
  name: 'is-first-chat',
  text: `SELECT 1 FROM conversation
    WHERE id = $1 AND $2 IN (low_user_id, high_user_id) AND created > now() - make_interval(hours => $3)`,
}

const CONFIRM: Record<ContactKind, Sentence> = {
  email: text(
    'This looks like an email address, and you two have only just met. Are you sure you want to share it?',
  ),
  phone: text(
    'This looks like a phone number, and you two have only just met. Are you sure you want to share it?',
  ),
  link: text('This looks like a link, and you two have only just met. Are you sure you want to share it?'),
  handle: text(
    'This looks like an account on another app, and you two have only just met. Are you sure you want to share it?',
  ),
}

/** Creates the filter that holds a message for the moderators, or asks the sender to confirm contact details. */
export function createMessageFilter(
  context: Omit<HoldingContext, 'findRule'>,
  settings: MessageFilterSettings,
): MessageFilter {
  const findRule = settings.messageFilter ? createWordFilter(settings) : () => null

  return (sender, input) => {
    const normalized = normalizeText(input.message)
    const rule = findRule(normalized)
    if (rule) return holdMessage({ ...context, findRule }, sender.id, input, rule)
    if (input.confirmed || settings.firstChatHours === 0) return undefined
    const kind = findContactDetails(normalized)
    return kind
      ? confirmContactDetails(context.database.pool, sender.id, {
          conversationId: input.conversationId,
          firstChatHours: settings.firstChatHours,
          kind,
        })
      : undefined
  }
}

/** Asks for confirmation while the two members have known each other for less than the hours of a first chat. */
async function confirmContactDetails(
  pool: Pool,
  senderId: string,
  {
    conversationId,
    firstChatHours,
    kind,
  }: { conversationId: string; firstChatHours: number; kind: ContactKind },
): Promise<void> {
  const { rowCount } = await pool.query({
    ...IS_FIRST_CHAT,
    values: [conversationId, senderId, firstChatHours],
  })
  if (!rowCount) return
  throw new ApiError('CONTACT_DETAILS', CONFIRM[kind])
}
