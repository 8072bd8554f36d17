import { START_KEYS } from '../data/start-keys.ts'

/**
 * Keeps a language that a visitor chooses before the app has loaded, and takes the query and the fragment along. Otherwise
 * the next page would return to the language of the browser. The app answers later choices (language-switch.tsx).
 */
export function keepEarlyChoice({
  document,
  location,
  localStorage,
}: Pick<Window, 'document' | 'location' | 'localStorage'>): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('.languages a') : null
    if (!(link instanceof HTMLAnchorElement) || !link.closest('[data-prerendered]')) return
    localStorage.setItem(START_KEYS.language, link.lang)
    link.search = location.search
    link.hash = location.hash
  })
}
