import { i18n, type Messages } from '@lingui/core'
import type { TextArea } from './text-areas.ts'

interface Catalogue {
  messages: Messages
}
interface BaseCatalogue extends Catalogue {
  /** The other catalogues of the language: see scripts/catalogue-areas.ts. */
  areas: Record<Exclude<TextArea, 'base'>, () => Promise<Catalogue>>
}

const LANGUAGES = import.meta.glob<BaseCatalogue>('../../locales/*/base.po')

/** Loads an area's texts in the page's language. Rejects if the catalogue cannot be fetched. */
export async function loadTexts(area: TextArea): Promise<void> {
  const load = LANGUAGES[`../../locales/${i18n.locale}/base.po`]
  if (!load) throw new Error(`there are no texts in ${i18n.locale}`)
  const base = await load()
  i18n.load(i18n.locale, (area === 'base' ? base : await base.areas[area]()).messages)
}
