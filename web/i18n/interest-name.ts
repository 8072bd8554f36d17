import { i18n } from '@lingui/core'
import { nameId } from './interest-messages.ts'

/** Returns the name of a built-in interest in the page's language. Other interests stay as their members typed them. */
export function interestName(interest: string): string {
  const id = nameId(interest)
  return Object.hasOwn(i18n.messages, id) ? i18n._(id) : interest
}
