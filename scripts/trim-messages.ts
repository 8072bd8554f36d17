// Leaves out the parts of Lingui that the web app does not use: 0.4 KB of the first load, gzip.
import type { Plugin } from 'vite'

const LIBRARY = /@lingui\/core\/dist\/index\.mjs$/

const CHANGES = [
  // The advice to developers.
  [/throw new Error\(\s*"Lingui: Attempted[^;]*;/, 'throw new Error("no language is active");'],
  // No text has such a value: see tests/unit/web-i18n/message-formats.test.ts.
  [/^ *date: \(value, format\) => .*$/m, ''],
  [/^ *time: \(value, format\) => .*$/m, ''],
  // Deprecated methods.
  [/^ {2}date\(value, format\) \{[^}]*\}$/m, ''],
  [/^ {2}number\(value, format\) \{[^}]*\}$/m, ''],
] as const

/** A Vite plugin that does this. The build fails when a version of Lingui no longer has these parts. */
export const trimMessages = (): Plugin => ({
  name: 'trim-messages',
  transform: {
    filter: { id: LIBRARY },
    handler(code) {
      return CHANGES.reduce((before, [part, instead]) => {
        const after = before.replace(part, instead)
        if (after === before) throw new Error(`Lingui has no ${part}: see scripts/trim-messages.ts`)
        return after
      }, code)
    },
  },
})
