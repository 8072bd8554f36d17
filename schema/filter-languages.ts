/** The languages that the message filters know. Each has its samples in `tests/unit/abuse/samples`. */
export const FILTER_LANGUAGES = [
  'en',
  'hi',
  'es',
  'pt-BR',
  'fr',
  'de',
  'id',
  'tr',
  'ru',
  'ar',
  'ja',
  'zh-Hans',
] as const

export type FilterLanguage = (typeof FILTER_LANGUAGES)[number]
