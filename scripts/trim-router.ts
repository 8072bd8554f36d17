// Leaves out the parts of the router that only its framework mode uses: 3 KB of the first load, gzip.
import type { Plugin } from 'vite'

const LIBRARY = /react-router\/dist\/production\/lib\/dom\/lib\.js$/

/** These assignments and calls keep forms and fetchers in the bundle although nothing imports them. */
const UNUSED_PARTS = [
  [/^\w+\.displayName = "[^"]*";$/gm, ''],
  [/= React\$1\.forwardRef\(/g, '= /* @__PURE__ */ React$1.forwardRef('],
] as const

/** Only the framework mode prefetches links. A chunk of the app that is needed early is preloaded by `deferred`. */
const PREFETCHING = [
  [/usePrefetchBehavior\(prefetch, rest\)/, '[false, null, {}]'],
  [/return shouldPrefetch && !isAbsolute \?.* : link;/, 'return link;'],
] as const

/** A Vite plugin that does this. The build fails when a version of the router no longer has these parts. */
export const trimRouter = (): Plugin => ({
  name: 'trim-router',
  transform: {
    filter: { id: LIBRARY },
    handler(code) {
      return [...UNUSED_PARTS, ...PREFETCHING].reduce((before, [part, instead]) => {
        const after = before.replace(part, () => instead)
        if (after === before) throw new Error(`the router has no ${part}: see scripts/trim-router.ts`)
        return after
      }, code)
    },
  },
})
