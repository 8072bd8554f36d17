import { I18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Text } from '#schema/translatable.ts'
import { isolateValues } from './isolate-values.ts'

/** Returns a text in English, with its values. */
export function englishOf(text: Text): string {
  if (typeof text === 'string') return text
  const { english, values } = text
  const i18n = new I18n({ locale: 'en', messages: { en: { [english]: compileMessage(english) } } })
  return i18n._(english, isolateValues(values, 'en'))
}
