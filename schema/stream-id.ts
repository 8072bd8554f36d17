/**
 * The header in which a client names its live stream, with an id of its own choice: when it opens the stream, and when it
 * sends a message. The stream gets no event for that message.
 */
export const STREAM_HEADER = 'stream-id'

const STREAM_ID = /^[A-Za-z0-9_-]{16,64}$/

/** Returns the stream that a request names; null for none. A malformed id is ignored, because it is only a hint. */
export function streamIdOf({ [STREAM_HEADER]: id }: Readonly<Record<string, unknown>>): string | null {
  return typeof id === 'string' && STREAM_ID.test(id) ? id : null
}
