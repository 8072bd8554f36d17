import { STREAM_HEADER } from '#schema/stream-id.ts'
import type { Api } from '../../data/api.ts'
import type { Deadline } from '../../data/deadline.ts'
import { ApiFailure } from '../../data/failure.ts'
import type { OwnStream } from '../live/live-stream.ts'
import { isTemporary } from '../retry.ts'
import type { ShownMessage } from './messages.ts'
import type { Outcome } from './outbox-queue.ts'

/**
 * Sends a message once and returns the outcome. `stream` is the one that this tab reads. Disposes of the deadline. Never
 * throws.
 */
export async function postMessage(
  api: Api,
  { id, conversationId, message, time, clientMessageId, confirmed }: ShownMessage,
  deadline: Deadline,
  stream: OwnStream | null,
): Promise<Outcome> {
  const { signal } = deadline
  try {
    const { data } = await api.call('sendMessage', {
      signal,
      headers: { time, ...(stream && { [STREAM_HEADER]: stream.name }) },
      body: {
        conversationId,
        message,
        // The server recognizes a retry by it.
        clientMessageId: clientMessageId ?? id,
        ...(confirmed ? { confirmed: true } : {}),
      },
    })
    stream?.passOn(data)
    return { kind: 'sent', message: data }
  } catch (error) {
    return { kind: signal.aborted || isRetried(error) ? 'waiting' : 'refused', error }
  } finally {
    deadline[Symbol.dispose]()
  }
}

/** A rate-limited message is not retried automatically, which would only add requests. */
const isRetried = (error: unknown) =>
  isTemporary(error) && !(error instanceof ApiFailure && error.status === 429)
