/**
 * Addresses that are needed where the route table cannot be: beside the JSON calls, or while the page goes away and
 * nothing more can be loaded.
 */
export const SEARCH_ADDRESS = '/api/v1/conversation'

export const disconnectAddress = (conversationId: string) =>
  `/api/v1/conversation/${encodeURIComponent(conversationId)}/disconnect`

export const resignAddress = (conversationId: string, unload: boolean) =>
  `/api/v1/conversation/${encodeURIComponent(conversationId)}/resign?resetPartner=true${unload ? '&unload=true' : ''}`

export const streamAddress = (userId: string, lastEventId: string | null) =>
  `/subscribe/${encodeURIComponent(userId)}${lastEventId ? `?${new URLSearchParams({ lastEventId })}` : ''}`
