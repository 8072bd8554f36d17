import { START_KEYS } from '../../data/start-keys.ts'
import { leaveQuietly } from './leave-quietly.ts'

/**
 * Keeps the app hidden until the member opens it again, by its address or its icon. Until then Back, a tab that the browser
 * restores, and all open tabs lead to the neutral page. Returns whether this page does.
 */
export function stayQuiet(window: Window): boolean {
  const { document, location } = window
  if (isQuiet(window)) {
    if (isRestored(window)) {
      leaveQuietly(window)
      return true
    }
    window.localStorage.removeItem(START_KEYS.quietExit)
  }

  function check() {
    if (isQuiet(window)) leaveQuietly(window)
  }
  window.addEventListener('storage', check)
  // A frozen page has missed the event.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
  window.addEventListener('pageshow', ({ persisted }) => {
    check()
    // The browser has kept this page hidden, and the app was opened again.
    if (persisted && document.documentElement.hidden && !isQuiet(window)) location.reload()
  })
  return false
}

function isQuiet(window: Window): boolean {
  try {
    return window.localStorage.getItem(START_KEYS.quietExit) !== null
  } catch {
    // The browser forbids storage, so it has not kept the mark.
    return false
  }
}

/** Whether the browser has brought the page back by itself, or by Back or Forward. */
function isRestored({ document, performance }: Window): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const isReturn = entry !== undefined && 'type' in entry && entry.type === 'back_forward'
  return isReturn || ('wasDiscarded' in document && document.wasDiscarded === true)
}
