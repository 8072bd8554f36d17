import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { unstable_HistoryRouter as HistoryRouter } from 'react-router'
import { App } from './app/app.tsx'
import { createLocalizedHistory } from './app/localized-history.ts'
import { pageAddress } from './app/page-address.ts'
import { followThemeColor } from './app/theme-color.ts'
import { endPush } from './data/end-push.ts'
import { eraseUnsent } from './data/erase-unsent.ts'
import { ApiFailure } from './data/failure.ts'
import { STORAGE_KEYS } from './data/storage-keys.ts'
import { desktop } from './desktop.ts'
import { localizedFetch } from './i18n/localized-fetch.ts'
import { startTexts } from './i18n/start-texts.ts'
import { withTexts } from './i18n/with-texts.ts'
import { holdInstallEvent } from './state/install/hold-install-event.ts'
import { createServices, type Services } from './state/services.ts'
import type { SessionStore, TokenStorage } from './state/session/session.ts'
import type { ToastStore } from './state/toasts.ts'
import './ui/styles.css'

// Configures zod before it loads: the content security policy forbids `new Function`.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
const installEvent = holdInstallEvent(window)
function start(root: HTMLElement, tokens?: TokenStorage) {
  const services = createServices({
    fetch: localizedFetch(window.fetch.bind(window)),
    stores: window,
    installEvent,
    ...(tokens ? { tokens } : {}),
    root: document.documentElement,
    systemDark: window.matchMedia('(prefers-color-scheme: dark)'),
    events: window,
    now: () => Date.now(),
    recall: (token) =>
      import('./state/unsent/recall-chat.ts').then(({ recallChat }) => recallChat(token)).catch(() => null),
    onArrival(...arrival) {
      // The home screen, which has the same texts, may not be loaded yet.
      withTexts('member', import('./state/session/arrival.ts'))
        .then(({ noteArrival }) => noteArrival(window, ...arrival))
        // The login has succeeded in any case.
        .catch(() => undefined)
        // It may load the page again, which would cut off the requests of the arrival.
        .then(follow)
    },
  })
  const { session } = services
  const follow = () =>
    void import('./state/session/follow-language.ts').then(
      ({ followLanguage }) => followLanguage({ ...services, location: window.location, history }),
      // The page stays in its language.
      () => undefined,
    )
  /** Leaves no text and no notification of a member behind. Who has never logged in here has none. */
  const forget = () => {
    if (!services.storage.getItem(STORAGE_KEYS.hasLoggedIn)) return
    eraseUnsent(() => window.indexedDB)
    forgetPush()
  }
  function forgetPush() {
    services.storage.removeItem(STORAGE_KEYS.push)
    void endPush(navigator)
  }
  let before = session.getState().status
  session.subscribe(() => {
    const { status } = session.getState()
    // A restored session. A login is followed once its requests have ended.
    if (status === 'member' && (before === 'loading' || before === 'unreachable')) follow()
    // Another tab may have logged in: its page deletes what is not its member's.
    if (status === 'visitor' && !services.storage.getItem(STORAGE_KEYS.token)) forget()
    if (status === 'suspended') forgetPush()
    before = status
  })
  services.start()
  startWorker(session)
  followThemeColor(services.theme, document.querySelectorAll<HTMLMetaElement>('meta[data-theme]'))
  // Vite's loader takes a failed stylesheet for a loaded one while its link element is in the page.
  window.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true)
  reportMissingChunks(services.toasts)
  loadShiftKeys(services)
  const paths = createLocalizedHistory((link) => {
    const hasLanguage = session.getState().status !== 'member' && !desktop()
    return hasLanguage ? pageAddress(i18n.locale, link) : link
  })
  const app = (
    <App
      services={services}
      router={(children) => <HistoryRouter history={paths}>{children}</HistoryRouter>}
    />
  )
  render(root, app, session.getState().status === 'visitor')
}

/**
 * Loads the keys that hide the app with the first press of Shift, and hands over the events until then. After a failure, the
 * next press tries again.
 */
function loadShiftKeys({ session, storage }: Services) {
  const names = ['keydown', 'keyup'] as const
  const isSignedIn = () => session.getState().status !== 'visitor'
  let early: KeyboardEvent[] = []
  function hear(event: KeyboardEvent) {
    if (early.length === 0 && event.key !== 'Shift') return
    if (early.push(event) > 1) return
    import('./state/quiet/follow-shift-keys.ts').then(
      ({ followShiftKeys }) => {
        for (const name of names) removeEventListener(name, hear, true)
        followShiftKeys({ window, storage, isSignedIn, desktop: desktop(), early })
      },
      () => {
        early = []
      },
    )
  }
  for (const name of names) addEventListener(name, hear, true)
}

/** Reports a chunk of the app that could not be fetched, where the caller handles no failure. */
function reportMissingChunks(toasts: ToastStore) {
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!(reason instanceof ApiFailure) || (reason.code !== 'NETWORK' && reason.code !== 'OUTDATED')) return
    const title = reason.code === 'NETWORK' ? t`No connection` : t`Please reload this page`
    toasts.show({ title, description: reason.message, variant: 'destructive' })
  })
}

/**
 * Pages are prerendered for newcomers. Pages for members, the first page after an earlier login, pages in another language
 * than the built one, and links that carry a result, render here.
 */
function render(root: HTMLElement, app: ReactNode, isVisitor: boolean) {
  const { dataset } = document.documentElement
  const asBuilt =
    'prerendered' in root.dataset &&
    !('otherLanguage' in dataset) &&
    !('returning' in dataset) &&
    isVisitor &&
    !window.location.search.includes('passwordReset')
  if (asBuilt) hydrateRoot(root, app)
  else {
    root.replaceChildren()
    // A transition renders in short tasks.
    startTransition(() => createRoot(root).render(app))
  }
  delete root.dataset.prerendered
}

/** Starts to load what a member's page needs first, beside the first texts. A failure is left to the first use. */
function loadForMember() {
  // Makes a number format, which the first plural needs, while the page waits for its session: the first takes 12 to 40 ms.
  window.requestIdleCallback?.(() => new Intl.NumberFormat(document.documentElement.lang))
  const parts = [import('./data/call.ts')]
  void Promise.allSettled(
    window.location.pathname === '/'
      ? [...parts, withTexts('member', import('./screens/home/home-screen.tsx'))]
      : parts,
  )
}

async function desktopTokens(): Promise<TokenStorage | undefined> {
  const bridge = desktop()
  if (!bridge) return undefined
  try {
    const { openDesktopTokens } = await import('./state/desktop/desktop-tokens.ts')
    return await openDesktopTokens(bridge, window.localStorage)
  } catch {
    return undefined
  }
}

void Promise.all([desktopTokens(), startTexts(document.documentElement.lang)]).then(([tokens]) =>
  start(root, tokens),
)
// The script of the theme has found a session. The texts have a language by now.
if ('member' in document.documentElement.dataset) loadForMember()

// Chrome's translator replaces text nodes that React holds.
const translated: MutationRecord[] = []
let isGuarded = false
const watch = new MutationObserver((records) => {
  if (!records.some(({ addedNodes: [node] }) => node?.nodeName === 'FONT')) return
  translated.push(...records)
  // Every translated text asks for the guard until it is there: a request may fail.
  import('./ui/survive-translation.ts').then(
    ({ surviveTranslation }) => {
      if (isGuarded) return
      isGuarded = true
      translated.push(...watch.takeRecords())
      watch.disconnect()
      surviveTranslation(window, translated)
    },
    () => undefined,
  )
})
watch.observe(document.body, { childList: true, subtree: true })

// The first pointer or key event loads the tooltips.
const wakeTooltips = ({ target }: Event) =>
  void import('./ui/tooltips.ts').then(
    ({ startTooltips }) => startTooltips(target),
    () => undefined,
  )
for (const event of ['pointerover', 'keydown']) addEventListener(event, wakeTooltips, { once: true })

/** Starts the worker once the page has loaded. The app works without one. */
function startWorker(session: SessionStore) {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { lang } = document.documentElement
  async function start() {
    await navigator.serviceWorker.register(lang === 'en' ? '/sw.js' : `/sw.js?language=${lang}`)
    const registration = await navigator.serviceWorker.ready
    const { followWorker } = await import('./app/follow-worker.ts')
    followWorker({ registration, window, session, version: new URL(import.meta.url).pathname })
  }
  const begin = () => void start().catch(() => undefined)
  // The texts may arrive after the page has loaded.
  if (document.readyState === 'complete') begin()
  else window.addEventListener('load', begin)
}
