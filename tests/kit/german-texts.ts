import { createTexts, type Texts } from '#server/platform/texts/texts.ts'

/** Returns the texts of a server whose only catalogue is a German one with these translations, by their English texts. */
export const germanTexts = (translations: Readonly<Record<string, string>>): Texts =>
  createTexts((language) => new Map(language === 'de' ? Object.entries(translations) : []))
