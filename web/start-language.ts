// Runs before the first paint, as a script of its own: see index.html and scripts/start-script.ts.
import { LANGUAGES } from '#schema/languages.ts'
import { STORAGE_KEYS } from './data/storage-keys.ts'
import { pageLanguage } from './i18n/page-language.ts'

const page = document.documentElement
try {
  const language = pageLanguage({
    path: location.pathname,
    stored: localStorage.getItem(STORAGE_KEYS.language),
    preferred: navigator.languages,
  })
  if (page.lang !== language) {
    page.lang = language
    page.dir = LANGUAGES.find(({ code }) => code === language)?.direction ?? 'ltr'
    page.dataset.otherLanguage = ''
  }
} catch {
  // The browser forbids storage, so it could not remember a choice. The page stays in the language that it was built in.
}
