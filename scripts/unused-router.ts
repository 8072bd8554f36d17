// Lets the bundler leave out what the app does not use of the router: 3 KB of the first load, gzip.
import type { Plugin } from 'vite'

/** The bundler cannot know that this call has no effects. It keeps the matching of routes, which the app does itself. */
const KEEPS_ROUTES = '= React$1.memo('

/** A Vite plugin that does this. The build fails when a version of the router no longer has this call. */
export const unusedRouter = (): Plugin => ({
  name: 'unused-router',
  transform: {
    filter: { id: /react-router\/dist\/production\/lib\/components\.js$/ },
    handler(code) {
      if (!code.includes(KEEPS_ROUTES))
        throw new Error('the router has changed: see scripts/unused-router.ts')
      return code.replace(KEEPS_ROUTES, '= /* @__PURE__ */ React$1.memo(')
    },
  },
})
