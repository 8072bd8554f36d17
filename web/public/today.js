// Shows the date and the time. This page hides the app (web/state/quiet/leave-quietly.ts) and must not name it.
/** A browser that blocks site data throws. */
function storedLanguage() {
  try {
    return localStorage.getItem('language')
  } catch {
    return null
  }
}
const language = storedLanguage() ?? navigator.language
const page = document.documentElement
page.lang = language
page.dir = /^ar\b/.test(language) ? 'rtl' : 'ltr'

const time = document.querySelector('time')
const heading = document.querySelector('h1')
/** In the installed app, which has no address bar, the date leads back. */
const isInstalled = matchMedia('(display-mode: standalone)').matches
const date = isInstalled ? document.createElement('a') : heading
if (isInstalled) {
  date.href = '/'
  heading.replaceChildren(date)
}

function show() {
  const now = new Date()
  const day = now.toLocaleDateString(language, { dateStyle: 'full' })
  const clock = now.toLocaleTimeString(language, { timeStyle: 'short' })
  if (time.textContent === clock && date.textContent === day) return
  document.title = day
  date.textContent = day
  time.textContent = clock
}
show()
setInterval(show, 1_000)

// Another start of the installed app comes to this window.
if ('launchQueue' in window)
  launchQueue.setConsumer(({ targetURL }) => targetURL && location.replace(targetURL))
