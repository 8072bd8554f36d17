/** A page of ours that says nothing about the app. The service worker keeps it. */
export const NEUTRAL_PAGE = '/today.html'

/**
 * Hides the page, its title and its icon at once, and replaces it with the neutral page, which Back does not leave for the
 * chat.
 */
export function leaveQuietly({ document, location }: Pick<Window, 'document' | 'location'>): void {
  const { documentElement: page } = document
  page.hidden = true
  document.title = new Date().toLocaleDateString(page.lang, { dateStyle: 'full' })
  // Browsers show their own icon for an empty one.
  document.querySelector('link[rel="icon"]')?.setAttribute('href', 'data:,')
  location.replace(NEUTRAL_PAGE)
}
