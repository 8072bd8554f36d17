// Adds the names of the built-in interests to a language's catalogues of the screens that show interests. So they load
// with these screens, as one file for all of them. English pages load none: profiles store the English names.
import type { Plugin } from 'vite'

/** A Vite plugin that does this. It stands behind the one that compiles the catalogues. */
export const interestNames = (): Plugin => ({
  name: 'interest-names',
  transform: {
    filter: { id: /\/locales\/(?!en\/)[^/]+\/(?:member|register)\.po$/ },
    handler: (code) =>
      [
        `import names from './interests.json'`,
        `import { interestMessages } from '#web/i18n/interest-messages.ts'`,
        code,
        'Object.assign(messages, interestMessages(names))',
      ].join('\n'),
  },
})
