import type { ChatContext } from '../chat-context.ts'
import type { AcceptedKnock } from '../open-conversation.ts'
import { readUndelivered } from '../undelivered-messages.ts'
import { announceEnded } from './announce-knock.ts'

type AcceptedContext = Pick<ChatContext, 'pool' | 'live' | 'events' | 'onError'>

/** Takes accepted knocks away from the members they were for, and delivers the messages that waited with them. */
export async function announceAccepted(context: AcceptedContext, accepted: readonly AcceptedKnock[]) {
  if (accepted.length === 0) return
  await announceEnded(
    context,
    accepted.filter(({ waited }) => waited).map(({ id }) => id),
  )
  const { pool, live, onError } = context
  const ids = accepted.flatMap(({ messageId }) => messageId ?? [])
  for (const { message, recipients } of await readUndelivered(pool, ids)) {
    const once = { key: message.id, time: Date.parse(message.time) }
    await live.publish(recipients, { event: 'new_chat_message', data: message }, { once }).catch(onError)
  }
}
