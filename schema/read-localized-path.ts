import { LANGUAGES, type Language } from './languages.ts'

const [, ...PREFIXED] = LANGUAGES

/** Splits a path into its language and its page. The language is null for a path without a prefix. */
export function readLocalizedPath(path: string): { language: Language | null; page: string } {
  const prefix = path.split('/', 2)[1]
  const language = PREFIXED.find(({ code }) => code === prefix)?.code ?? null
  return { language, page: language ? path.slice(language.length + 1) || '/' : path }
}
