import { i18n } from '@lingui/core'
import { meaningId } from './interest-messages.ts'

/**
 * Returns the English name of the built-in interest that is named in the page's language or in English: profiles store
 * it. Other interests stay as they were typed, and so does everything on an English page.
 */
export function builtInInterest(typed: string): string {
  const id = meaningId(typed)
  return Object.hasOwn(i18n.messages, id) ? i18n._(id) : typed
}
