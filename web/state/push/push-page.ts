import type { Api } from '../../data/api.ts'
import { CONVERSATION_PARAMETER, OPEN_TARGET, type PushTarget, readTarget } from '../../data/push-target.ts'
import type { PageStorage } from '../../data/safe-storage.ts'
import { whileBoth } from '../chat/while-both.ts'
import type { MemberServices } from '../session/member.ts'
import { createPageVisibility } from '../session/page-visibility.ts'
import type { ToastStore } from '../toasts.ts'
import { closeNotifications } from './close-notifications.ts'
import { openPushTarget } from './open-target.ts'
import { createPushDevice } from './push-device.ts'
import { reportVisibility } from './report-visibility.ts'

interface PushPageDeps {
  window: Window & typeof globalThis
  api: Api
  storage: PageStorage
  toasts: Pick<ToastStore, 'show'>
  userId: string
  member: Pick<MemberServices, 'chat' | 'view' | 'attention' | 'knocks' | 'stream'>
  /** Opens a page of the app, in place of the one in the history if `replace`. */
  navigate(path: string, options?: { replace: boolean }): void
}

/**
 * Does what push messages need from a page of their member: it reports whether they look at it, closes notifications of what
 * they have seen, and opens what a pressed notification leads to. Returns a function that stops this.
 */
export function startPushPage(deps: PushPageDeps): () => void {
  const { window, api, member, userId, navigate } = deps
  const { chat, view, attention } = member
  const { navigator, document, crypto } = window
  const isVisible = whileBoth(attention, createPageVisibility(document))
  const open = (target: PushTarget) => void openPushTarget({ ...deps, chat }, target)

  const asked = new URLSearchParams(window.location.search).get(CONVERSATION_PARAMETER)
  const target = asked === null ? null : readTarget({ path: '/', conversationId: asked })
  if (asked !== null) navigate('/', { replace: true })
  if (target?.conversationId) open(target)

  const stops = [
    closeNotifications({
      ...member,
      api,
      navigator,
      userId,
      isVisible,
      isLooking: whileBoth(isVisible, view.isOnScreen),
    }),
    onPress(navigator, open),
    // A page without TLS has no ids, and no push messages.
    'randomUUID' in crypto
      ? reportVisibility({ api, page: crypto.randomUUID(), isVisible, window, document })
      : () => undefined,
  ]
  // The next page tries again.
  createPushDevice(deps)
    .recheck()
    .catch(() => undefined)
  return () => {
    for (const stop of stops) stop()
  }
}

/** Answers the service worker when a notification is pressed, which otherwise loads the page again. */
function onPress(
  { serviceWorker }: Partial<Pick<Navigator, 'serviceWorker'>>,
  open: (target: PushTarget) => void,
) {
  const onMessage = ({ data, ports: [answer] }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== OPEN_TARGET) return
    const target = readTarget(data)
    if (!target) return
    answer?.postMessage(true)
    open(target)
  }
  serviceWorker?.addEventListener('message', onMessage)
  return () => serviceWorker?.removeEventListener('message', onMessage)
}
