import { i18n, type MessageDescriptor } from '@lingui/core'
import { isolateValues } from './isolate-values.ts'

/** Translates a message and isolates its values: the macros `t` and `plural` compile to it. */
export const pageTexts = {
  _: (message: MessageDescriptor): string => i18n._({ ...message, values: isolateValues(message.values) }),
}
