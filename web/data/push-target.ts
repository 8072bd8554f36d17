/** What a notification leads to. The service worker keeps it with the notification. */
export interface PushTarget {
  /** A page of the app. */
  path: string
  conversationId?: string
}

/** What the service worker asks of a page, which answers on the port of the message. */
export const OPEN_TARGET = 'open-push-target'
/** The parameter of the home screen's address that names the conversation to open. */
export const CONVERSATION_PARAMETER = 'conversation'

const CONVERSATION_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the target in data that came with a message; null for other data. A path leads to no other site. */
export function readTarget(data: unknown): PushTarget | null {
  if (typeof data !== 'object' || data === null || !('path' in data)) return null
  const { path } = data
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return null
  const id = 'conversationId' in data ? data.conversationId : undefined
  return typeof id === 'string' && CONVERSATION_ID.test(id) ? { path, conversationId: id } : { path }
}

/** Returns the address that leads to the target when no page is open. */
export const addressOf = ({ path, conversationId }: PushTarget) =>
  conversationId ? `/?${CONVERSATION_PARAMETER}=${conversationId}` : path

/** Returns the tag of a conversation's notification. The server names it so. */
export const conversationTag = (conversationId: string) => `conversation:${conversationId}`
/** The tag of a ring's notification. */
export const RING_TAG = 'ring'
/** Begins the tag of a knock's notification. The id of its sender follows. */
export const KNOCK_TAG = 'knock:'
