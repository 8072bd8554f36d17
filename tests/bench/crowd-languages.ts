import type { SpokenLanguage } from '#schema/spoken-languages.ts'

/**
 * The first languages of a simulated crowd with their shares: those of the interface, weighted by an assumed market with a
 * third in English, not by a census.
 */
export const FIRST_LANGUAGES = [
  ['en', 0.33],
  ['hi', 0.15],
  ['es', 0.12],
  ['pt', 0.08],
  ['id', 0.07],
  ['fr', 0.06],
  ['de', 0.05],
  ['ru', 0.04],
  ['ar', 0.04],
  ['tr', 0.03],
  ['ja', 0.02],
  ['zh', 0.01],
] as const satisfies readonly (readonly [SpokenLanguage, number])[]

/** How many of those with another first language also name English, and how many of all name one more language. */
export const ALSO_ENGLISH = 0.5
export const ONE_MORE = 0.1

function drawLanguage(random: () => number): SpokenLanguage {
  let rest = random()
  for (const [language, share] of FIRST_LANGUAGES) {
    rest -= share
    if (rest < 0) return language
  }
  return 'en'
}

/** Returns the languages of a member of a simulated crowd. */
export function drawLanguages(random: () => number): SpokenLanguage[] {
  const first = drawLanguage(random)
  const english = first !== 'en' && random() < ALSO_ENGLISH ? (['en'] as const) : []
  const more = random() < ONE_MORE ? [drawLanguage(random)] : []
  return [...new Set([first, ...english, ...more])]
}
