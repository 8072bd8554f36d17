import { i18n } from '@lingui/core'
import { LANGUAGES } from '#schema/languages.ts'

/** Hebrew, Arabic and the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Unicode's first strong isolate and its end (UAX 9). */
const [ISOLATE, END] = ['\u2068', '\u2069']

const isPageRightToLeft = () => LANGUAGES.find(({ code }) => code === i18n.locale)?.direction === 'rtl'

/**
 * Returns the values of a message with each text isolated that can have another direction than the page. Without this,
 * a name in another script would change the order of the words and brackets around it.
 */
export const isolateValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' && (isPageRightToLeft() || RIGHT_TO_LEFT.test(value))
        ? `${ISOLATE}${value}${END}`
        : value,
    ]),
  )
