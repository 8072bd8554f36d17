import { UNSAFE_createBrowserHistory as createBrowserHistory, createPath, type To } from 'react-router'
import { readLocalizedPath } from '#schema/read-localized-path.ts'

/**
 * Returns the browser's history for the router, which sees paths without a language. `addressOf` returns the address of
 * such a path. The history object itself calls its own `createHref` and `location`, so they are replaced in place.
 * No address leaves this server: the router would load one of another origin.
 */
export function createLocalizedHistory(addressOf: (link: string) => string) {
  const history = createBrowserHistory({ v5Compat: true })
  const readLocation = Object.getOwnPropertyDescriptor(history, 'location')?.get
  Object.defineProperty(history, 'location', {
    get() {
      const location = readLocation?.call(history)
      return { ...location, pathname: readLocalizedPath(location.pathname).page }
    },
  })
  history.createHref = (to: To) => {
    const link = typeof to === 'string' ? to : createPath(to)
    return addressOf(/^[/\\]{2}/.test(link) ? readLocalizedPath(link).page : link)
  }
  return history
}
