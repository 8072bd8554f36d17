import type { Message, SendMessage } from '#schema/chat.ts'
import { partnerNameOf, shownNameOf } from '#schema/partner-name.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Observe } from '#server/platform/metrics/metrics.ts'
import { startTimer } from '#server/platform/metrics/start-timer.ts'
import type { Activity } from './activity.ts'
import type { ChatContext } from './chat-context.ts'
import { keepWaitingMessage } from './knocks/waiting-message.ts'
import type { MessageWriter, Written } from './message-writer.ts'
import { hasNewAccountLimits } from './new-account-limits.ts'

export interface Sender {
  id: string
  displayName: string
  premium?: boolean
  /** The account is in its first hours. */
  isNewAccount?: boolean
}

interface DeliveryContext extends Pick<ChatContext, 'pool' | 'clock' | 'live' | 'tracing' | 'onError'> {
  writer: MessageWriter
  activity: Activity
  /** Records the seconds from the commit until the message was published. */
  observePublished: Observe
}

interface SendContext extends DeliveryContext, Pick<ChatContext, 'events' | 'limits' | 'screen'> {}

/**
 * Screens, stores and publishes a message. Resolves after the commit.
 * @throws ApiError NOT_FOUND, CONVERSATION_ENDED, CONFLICT, RATE_LIMITED, NEW_ACCOUNT_LIMIT, CONTACT_DETAILS, MESSAGE_HELD
 */
export async function sendMessage(
  context: SendContext,
  sender: Sender,
  input: SendMessage,
  streamId: string | null,
): Promise<Message> {
  await context.limits.consume('messageByAccount', sender.id, hasNewAccountLimits(sender))
  await context.screen(sender, input)
  const message = await deliverMessage(context, sender, input, streamId)
  // Emitted for a retry as well: the node of the first try may have stopped before its listeners ran.
  void context.events.emit('messageSent', message)
  return message
}

/**
 * Stores and publishes a message that needs no screening. Resolves after the commit. The first message of a member who
 * waits for an answer is kept until the other one accepts.
 * @throws ApiError NOT_FOUND, CONVERSATION_ENDED, CONFLICT
 */
export async function deliverMessage(
  context: DeliveryContext,
  sender: Sender,
  input: SendMessage,
  streamId: string | null = null,
): Promise<Message> {
  const { live, activity, observePublished, tracing, onError } = context
  const { written, waits } = await write(context, sender, input)
  const message = { ...presentSent(written, sender, input), ...(waits && { awaitsAnswer: true }) }
  const except = streamId === null ? null : { userId: sender.id, streamId }
  if (waits) {
    live.publish([sender.id], { event: 'new_chat_message', data: message }, { except }).catch(onError)
    return message
  }
  if (!written.repeated) {
    activity.touch(input.conversationId, written.time)
    // The sender waits for the commit alone. A message that cannot be published now is redelivered.
    const seconds = startTimer()
    const once = { key: written.id, time: written.time.getTime() }
    const data = { ...message, senderName: partnerNameOf(sender.displayName, written.partnerName) }
    tracing
      .within(
        'message.publish',
        () =>
          live.publish([written.partnerId, sender.id], { event: 'new_chat_message', data }, { once, except }),
        { kind: 'producer' },
      )
      .then(() => observePublished(seconds()))
      .catch(onError)
  }
  return message
}

async function write(
  { pool, clock, writer, tracing }: DeliveryContext,
  sender: Sender,
  input: SendMessage,
): Promise<{ written: Written; waits: boolean }> {
  const message = {
    conversationId: input.conversationId,
    senderId: sender.id,
    body: input.message,
    time: new Date(clock.now()),
    clientMessageId: input.clientMessageId ?? null,
  }
  const commit = () => tracing.within('message.commit', () => writer.write(message))
  try {
    return { written: await commit(), waits: false }
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'CONVERSATION_ENDED')) throw error
    const kept = await keepWaitingMessage(pool, message)
    if (kept === 'none') throw error
    // The other member accepted in the meantime.
    return kept === 'changed' ? { written: await commit(), waits: false } : { written: kept, waits: true }
  }
}

const presentSent = (written: Written, sender: Sender, input: SendMessage): Message => ({
  id: written.id,
  conversationId: input.conversationId,
  message: input.message,
  time: written.time.toISOString(),
  senderId: sender.id,
  senderName: shownNameOf(sender.displayName),
  read: false,
  clearedBy: [],
  clientMessageId: input.clientMessageId ?? null,
})
