import type { SearchState } from '#schema/ring.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { createChatMachine } from '../chat/chat-machine.ts'
import { createChatSwitch } from '../chat/chat-switch.ts'
import { createChatView } from '../chat/chat-view.ts'
import { createMatchNotifications } from '../chat/match-notifications.ts'
import type { RingDeps } from '../ring/ring.ts'
import { createRingLoader } from '../ring/ring-loader.ts'
import { createStore } from '../store.ts'

/** Returns the chat of a member, its search and what both tell them. */
export function createChats(
  deps: Parameters<typeof createChatMachine>[0],
  {
    window,
    ...page
  }: Pick<RingDeps, 'storage' | 'isLooking'> & { window: Window & typeof globalThis; storage: PageStorage },
) {
  const searchState = createStore<SearchState | null>(null)
  const { chat: machine, view } = createChatView(
    createChatMachine({ ...deps, onSearching: (search) => ring.polled(search) }),
  )
  const isDesktop = 'rapportDesktop' in window
  const matchNotifications =
    'Notification' in window && !isDesktop
      ? createMatchNotifications({ window, chat: machine, storage: page.storage })
      : null
  const ring = createRingLoader({
    ...deps,
    ...page,
    chat: machine,
    searchState,
    isDesktop,
    matchNotifications,
  })
  return {
    view,
    ...createChatSwitch(machine, () => deps.session.getState().user?.premiumUser === true),
    matchNotifications,
    searchState,
    ring,
  }
}
