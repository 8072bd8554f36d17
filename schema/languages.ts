/** The languages of the interface, each with its own name. The first one is the language of the sources. */
export const LANGUAGES = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'hi', name: 'हिन्दी', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr' },
  { code: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'id', name: 'Bahasa Indonesia', direction: 'ltr' },
  { code: 'tr', name: 'Türkçe', direction: 'ltr' },
  { code: 'ru', name: 'Русский', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
  { code: 'ja', name: '日本語', direction: 'ltr' },
  { code: 'zh-Hans', name: '简体中文', direction: 'ltr' },
] as const

/** Returns the direction in which a language is written. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  LANGUAGES.find(({ code }) => code === language)?.direction ?? 'ltr'

export type Language = (typeof LANGUAGES)[number]['code']
