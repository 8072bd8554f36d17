import { containsLinkOrMoney } from '#server/platform/display-names.ts'

/** Returns a mail's first line. Names with links or amounts of money, stored before they were refused, are left out. */
export const greeting = (displayName: string): string =>
  `Hello ${containsLinkOrMoney(displayName) ? 'there' : displayName},`
