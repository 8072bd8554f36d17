import type { Language } from '#schema/languages.ts'

export interface Profile {
  email: string
  displayName: string
  interests: string[]
  /** The language of the account; English without one. */
  language?: Language
}

let count = 0
export function aProfile(interests: string[]): Profile {
  count += 1
  const name = `Visitor ${count} ${letters(Date.now())}`
  return { email: `${name.replaceAll(' ', '-').toLowerCase()}@example.com`, displayName: name, interests }
}

/** Writes a number in letters. Digits beside letters can be an amount of money (`6eur`), which registration refuses. */
const letters = (number: number) =>
  String(number).replaceAll(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)] ?? '')
