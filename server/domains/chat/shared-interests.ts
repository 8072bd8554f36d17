import { sharedInterestKey } from '#server/platform/interest-keys.ts'

/** Returns those of the member's interests that the partner has too, as the member spells them. */
export function sharedInterests(mine: readonly string[], partners: readonly string[]): string[] {
  const known = new Set(partners.map(sharedInterestKey))
  return mine.filter((interest) => known.has(sharedInterestKey(interest)))
}
