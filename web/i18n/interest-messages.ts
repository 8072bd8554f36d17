import { interestKey } from '#schema/interests.ts'

/** The message with the name of a built-in interest. */
export const nameId = (interest: string) => `interest: ${interestKey(interest)}`
/** The message with the built-in interest that a name means. */
export const meaningId = (name: string) => `interest named: ${interestKey(name)}`

/**
 * Returns the names of the built-in interests as messages of a catalogue, to be found in both directions.
 * scripts/interest-names.ts adds them to the catalogues of the screens that show interests. English needs none.
 */
export const interestMessages = (names: Readonly<Record<string, string>>): Record<string, [string]> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([english, name]) => [
      [nameId(english), [name]],
      [meaningId(english), [english]],
      [meaningId(name), [english]],
    ]),
  )
