/** The languages of the interface, each with its own name. The first one is the language of the sources. */
export const LANGUAGES = [{ code: 'en', name: 'English', direction: 'ltr' }] as const

export type Language = (typeof LANGUAGES)[number]['code']
