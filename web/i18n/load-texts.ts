import { i18n, type Messages } from '@lingui/core'

/** A part of the app with a catalogue of its own: `locales/<language>/<area>.po`. */
export type TextArea = 'base' | 'register' | 'heads' | 'pages' | 'documents' | 'member' | 'staff'

const CATALOGUES = import.meta.glob<{ messages: Messages }>('../../locales/*/*.po')

/** Loads an area's texts in the page's language. Rejects if the catalogue cannot be fetched. */
export async function loadTexts(area: TextArea): Promise<void> {
  const load = CATALOGUES[`../../locales/${i18n.locale}/${area}.po`]
  if (!load) throw new Error(`there are no ${area} texts in ${i18n.locale}`)
  i18n.load(i18n.locale, (await load()).messages)
}
