import type { MessageDescriptor } from '@lingui/core'
import type { LoadTexts } from '../../desktop/main/app-language.ts'

/** Texts of the desktop app, as the macro `msg` compiles them, each with its translation. */
export type Translations = readonly (readonly [MessageDescriptor, string])[]

/** Returns what loads the texts of the desktop app in these languages. Other texts stay English. */
export const withTranslations =
  (languages: Readonly<Record<string, Translations>>): LoadTexts =>
  async (language) =>
    Object.fromEntries((languages[language] ?? []).map(([{ id }, translation]) => [id, translation]))
