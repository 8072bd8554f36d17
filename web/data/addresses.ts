/**
 * Addresses for code that cannot load the route table: the live stream, the end of a session, and requests of a page
 * that is being unloaded.
 */
export const SEARCH_ADDRESS = '/api/v1/conversation'
export const LOGOUT_ADDRESS = '/api/v1/logout'

export const disconnectAddress = (conversationId: string) =>
  `/api/v1/conversation/${encodeURIComponent(conversationId)}/disconnect`

export const resignAddress = (conversationId: string, unload: boolean) =>
  `/api/v1/conversation/${encodeURIComponent(conversationId)}/resign?resetPartner=true${unload ? '&unload=true' : ''}`

export const streamAddress = (userId: string, lastEventId: string | null) =>
  `/subscribe/${encodeURIComponent(userId)}${lastEventId ? `?${new URLSearchParams({ lastEventId })}` : ''}`
