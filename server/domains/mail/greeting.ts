import { text } from '#schema/translatable.ts'
import { containsLinkOrMoney } from '#server/platform/display-names.ts'
import type { Say } from '#server/platform/texts/texts.ts'

/** Returns a mail's first line. Names with links or amounts of money, stored before they were refused, are left out. */
export const greeting = (say: Say, displayName: string): string =>
  say(containsLinkOrMoney(displayName) ? text('Hello there,') : text('Hello {displayName},', { displayName }))
