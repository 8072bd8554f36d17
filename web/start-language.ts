// Runs before the first paint, as a script of its own: see index.html and scripts/start-script.ts.
import { LANGUAGES } from '#schema/languages.ts'
import { readLocalizedPath } from '#schema/read-localized-path.ts'
import { pageAddress } from './app/page-address.ts'
import { START_KEYS } from './data/start-keys.ts'
import { keepEarlyChoice } from './i18n/keep-early-choice.ts'
import { pageLanguage } from './i18n/page-language.ts'
import { stayQuiet } from './state/quiet/stay-quiet.ts'

const page = document.documentElement
stayQuiet(window)
try {
  const { pathname, search, hash, protocol } = location
  // The first page is built for newcomers. Hides it until the app shows the login.
  if (readLocalizedPath(pathname).page === '/' && localStorage.getItem(START_KEYS.hasLoggedIn))
    page.dataset.returning = ''
  const language = pageLanguage({
    path: pathname,
    stored: localStorage.getItem(START_KEYS.language),
    preferred: navigator.languages,
  })
  if (page.lang !== language) {
    page.lang = language
    page.dir = LANGUAGES.find(({ code }) => code === language)?.direction ?? 'ltr'
    // Hides the page as it was built, until the app shows it in this language.
    page.dataset.otherLanguage = ''
    const manifest = language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`
    document.querySelector('link[rel="manifest"]')?.setAttribute('href', manifest)
    // Visitors read public pages as built in their language. The desktop app has one page for all addresses.
    const address = pageAddress(language, pathname)
    if (address !== pathname && protocol.startsWith('http') && !localStorage.getItem(START_KEYS.token))
      location.replace(address + search + hash)
  }
  keepEarlyChoice(window)
} catch {
  // The browser forbids storage, so it could not remember a choice. The page stays in the language that it was built in.
}
