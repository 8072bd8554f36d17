import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { ApiFailure } from './data/failure.ts'
import { desktop } from './desktop.ts'
import { createServices } from './state/services.ts'
import type { TokenStorage } from './state/session/session.ts'
import './ui/styles.css'

// zod comes later: the content security policy has no `new Function`, so it must not even try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root element')
function start(root: HTMLElement, tokens?: TokenStorage) {
  const services = createServices({
    fetch: window.fetch.bind(window),
    storage: window.localStorage,
    ...(tokens ? { tokens } : {}),
    root: document.documentElement,
    systemDark: window.matchMedia('(prefers-color-scheme: dark)'),
    events: window,
    now: () => Date.now(),
    onArrival(...arrival) {
      import('./state/session/arrival.ts')
        .then(({ noteArrival }) => noteArrival(window, ...arrival))
        // The login itself has succeeded.
        .catch(() => undefined)
    },
  })
  services.start()
  // Vite's loader takes a stylesheet that failed for one that is there, for as long as its link stands in the page.
  window.addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && target.remove(), true)
  // What needed a part of the app that could not be fetched, and has no place of its own to say so.
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof ApiFailure && reason.code === 'NETWORK')
      services.toasts.show({ title: 'No connection', description: reason.message, variant: 'destructive' })
  })
  const app = <App services={services} router={(children) => <BrowserRouter>{children}</BrowserRouter>} />
  // Pages are prerendered for visitors. For members, and for links that carry a result, they are rendered here.
  const asBuilt =
    'prerendered' in root.dataset &&
    services.session.getState().status === 'visitor' &&
    !window.location.search.includes('passwordReset')
  if (asBuilt) hydrateRoot(root, app)
  else {
    root.replaceChildren()
    createRoot(root).render(app)
  }
  delete root.dataset.prerendered
}

const bridge = desktop()
if (!bridge) start(root)
else
  import('./state/desktop/desktop-tokens.ts')
    .then(({ openDesktopTokens }) => openDesktopTokens(bridge, window.localStorage))
    .then(
      (tokens) => start(root, tokens),
      () => start(root),
    )

// The first use of a pointer or a key brings the tooltips.
const wakeTooltips = ({ target }: Event) =>
  void import('./ui/tooltips.ts').then(
    ({ startTooltips }) => startTooltips(target),
    () => undefined,
  )
for (const event of ['pointerover', 'keydown']) addEventListener(event, wakeTooltips, { once: true })

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Only for the page that says that there is no connection; nothing of the app depends on it.
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  })
}
