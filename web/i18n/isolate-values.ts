import { pageDirection } from './page-direction.ts'

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Returns the values of a message with each text isolated that can have another direction than the page. Without this,
 * a name in another script would change the order of the words and brackets around it. `adapt` changes every text.
 */
export const isolateValues = (
  values: Record<string, unknown> = {},
  adapt = (text: string) => text,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const text = adapt(value)
      // Unicode's first strong isolate, and its end (UAX 9).
      return [name, pageDirection() === 'rtl' || RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text]
    }),
  )
