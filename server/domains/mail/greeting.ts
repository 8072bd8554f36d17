import { containsLinkOrMoney } from '#server/platform/display-names.ts'

/** Returns a mail's first line. A name that was stored before such names were refused is left out. */
export const greeting = (displayName: string): string =>
  `Hello ${containsLinkOrMoney(displayName) ? 'there' : displayName},`
