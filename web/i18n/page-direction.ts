import { i18n } from '@lingui/core'
import { directionOf } from '#schema/languages.ts'

/** Returns the direction of the page's text. Radix takes a page for left to right by itself. */
export const pageDirection = (): 'ltr' | 'rtl' => directionOf(i18n.locale)
