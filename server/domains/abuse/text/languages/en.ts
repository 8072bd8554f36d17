import type { LanguageData } from './language.ts'

/** English has rules of its own: `slurs.ts`, `solicitation.ts` and `age-statements.ts`. Operators may add terms to it. */
export const english: LanguageData = {
  code: 'en',
  script: 'latin',
  held: {
    slurs: [],
    solicitation: [],
    hints: [],
    rejectedBefore:
      "(?:asked|asks|asking|told|tells|said|says|saying|wrote|texted|don'?t|do not|never|not|won'?t|stop|hate|who)",
  },
  ages: { statements: [] },
}
