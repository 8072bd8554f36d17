import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { conversationAddress } from '../data/addresses.ts'
import { readTarget } from '../data/push-target.ts'
import { isAboutMessages } from './is-about-messages.ts'
import type { PushScope } from './push-scope.ts'

/** How many notifications are checked at most. */
const MOST = 10

/**
 * Closes the notifications of messages that the member has read on another device. Browsers allow no push message that only
 * closes one, so the next one does it, except for the notification that it shows itself.
 */
export async function closeRead(
  { registration, fetch }: Pick<PushScope, 'registration' | 'fetch'>,
  shownTag: string,
): Promise<void> {
  const others = (await registration.getNotifications()).filter(
    ({ tag, data }) => tag !== shownTag && isAboutMessages(data),
  )
  await Promise.all(
    others.slice(0, MOST).map(async (notification) => {
      const id = readTarget(notification.data)?.conversationId
      if (id && (await hasRead(fetch, id))) notification.close()
    }),
  )
}

/** Returns whether the member has no unread message in a conversation; false when the server does not say. */
async function hasRead(fetch: PushScope['fetch'], conversationId: string): Promise<boolean> {
  const headers = { [BACKGROUND_HEADER]: '1' }
  try {
    const answer = await fetch(conversationAddress(conversationId), { credentials: 'include', headers })
    const body: unknown = answer.ok ? await answer.json() : null
    return typeof body === 'object' && body !== null && 'unreadCount' in body && body.unreadCount === 0
  } catch {
    return false
  }
}
