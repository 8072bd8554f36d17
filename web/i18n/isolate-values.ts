import { pageDirection } from './page-direction.ts'

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Returns the values of a message with each text isolated that can have another direction than the page. Without this,
 * a name in another script would change the order of the words and brackets around it. `adapt` changes every text.
 *
 * The first character starts the isolate (UAX 9). A text takes the direction of its first letter. A text with isolates of
 * its own is a message of the page and takes the page's direction: letters inside an isolate do not count, so a list of
 * isolated names would run from left to right on every page.
 */
export const isolateValues = (
  values: Record<string, unknown> = {},
  adapt = (text: string) => text,
): Record<string, unknown> => {
  const isRightToLeft = pageDirection() === 'rtl'
  const startOf = (text: string) =>
    text.includes('\u2069') ? (isRightToLeft ? '\u2067' : '\u2066') : '\u2068'
  const isolated = (text: string) =>
    isRightToLeft || RIGHT_TO_LEFT.test(text) ? `${startOf(text)}${text}\u2069` : text
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(adapt(value)) : value,
    ]),
  )
}
