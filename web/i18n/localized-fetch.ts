import { i18n } from '@lingui/core'

type Fetch = typeof globalThis.fetch

/** Returns a `fetch` that asks for answers in the page's language. A browser sends its own languages otherwise. */
export const localizedFetch =
  (fetch: Fetch): Fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Accept-Language', i18n.locale)
    return fetch(input, { ...init, headers })
  }
