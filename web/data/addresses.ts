import type { Conversation } from '#schema/chat.ts'

/**
 * Addresses for code that cannot load the route table: the live stream, the end of a session, the service worker, and
 * requests of a page that is being unloaded.
 */
export const SEARCH_ADDRESS = '/api/v1/conversation'
export const LOGOUT_ADDRESS = '/api/v1/logout'
export const SESSION_ADDRESS = '/api/session'
export const MESSAGE_ADDRESS = '/api/v1/message'
export const PUSH_ADDRESS = '/api/v1/push'
export const PUSH_DEVICES_ADDRESS = '/api/v1/push/devices'

export const conversationAddress = (conversationId: string) =>
  `/api/v1/conversation/${encodeURIComponent(conversationId)}`

export const disconnectAddress = (conversationId: string) =>
  `/api/v1/conversation/${encodeURIComponent(conversationId)}/disconnect`

/** A chat that the member leaves. With `openedAt`, the server keeps a later one of the same two. */
export type LeftChat = Pick<Conversation, 'id' | 'openedAt'>

export function resignAddress({ id, openedAt }: LeftChat, unload: boolean) {
  const query = new URLSearchParams({
    resetPartner: 'true',
    ...(unload && { unload: 'true' }),
    ...(openedAt && { openedAt }),
  })
  return `${conversationAddress(id)}/resign?${query}`
}

export const streamAddress = (userId: string, lastEventId: string | null) =>
  `/subscribe/${encodeURIComponent(userId)}${lastEventId ? `?${new URLSearchParams({ lastEventId })}` : ''}`
