// Adds the addresses of a language's other catalogues to its first one. So a page knows those of its own language only:
// the addresses of all languages would be 1 KB of the first load, gzip.
import type { Plugin } from 'vite'
import { LATER_AREAS } from '../web/i18n/text-areas.ts'

const imports = LATER_AREAS.map((area) => `${area}: () => import('./${area}.po')`)

/** A Vite plugin that does this. It stands behind the one that compiles the catalogues. */
export const catalogueAreas = (): Plugin => ({
  name: 'catalogue-areas',
  transform: {
    filter: { id: /\/locales\/[^/]+\/base\.po$/ },
    handler: (code) => `${code}\nexport const areas = { ${imports.join(', ')} }\n`,
  },
})
