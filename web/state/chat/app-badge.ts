import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ConversationPage } from '#schema/chat.ts'
import { CONVERSATIONS } from '../list-keys.ts'
import type { Store } from '../store.ts'

interface AppBadgeDeps {
  queries: QueryClient
  /** The conversations with messages that arrived while the page was hidden. */
  unseen: Store<ReadonlyMap<string, string>>
  navigator: Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>
}

/**
 * Shows the count of conversations with unread messages on the icon of the installed app. Returns a function that stops this
 * and removes the count. Conversations that are not in the list yet do not count.
 */
export function startAppBadge({ queries, unseen, navigator }: AppBadgeDeps): () => void {
  let shown: number | null = null

  function show() {
    const list = queries.getQueryData<InfiniteData<ConversationPage>>([CONVERSATIONS])
    if (!list) return
    const listed = list.pages.flatMap(({ elements }) => elements)
    const unread = listed.filter(({ unreadCount }) => unreadCount > 0).map(({ id }) => id)
    const count = new Set([...unread, ...unseen.getState().keys()]).size
    if (count === shown) return
    shown = count
    // Browsers refuse it where the app is not installed.
    void (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(() => undefined)
  }

  const stops = [
    queries.getQueryCache().subscribe(({ query }) => query.queryKey[0] === CONVERSATIONS && show()),
    unseen.subscribe(show),
  ]
  show()
  return () => {
    for (const stop of stops) stop()
    void navigator.clearAppBadge().catch(() => undefined)
  }
}
