import { LANGUAGES, type Language } from './languages.ts'

const [, ...PREFIXED] = LANGUAGES

/** Browsers read two slashes at the start of an address, also backslashes, as the beginning of a host name. */
const LEADING_SLASHES = /^[/\\]+/

/**
 * Splits a path into its language and its page. The language is null for a path without a prefix. The page begins with
 * exactly one slash, so an address that is built from it stays on this server.
 */
export function readLocalizedPath(path: string): { language: Language | null; page: string } {
  const prefix = path.split('/', 2)[1]
  const language = PREFIXED.find(({ code }) => code === prefix)?.code ?? null
  const page = language ? path.slice(language.length + 1) : path
  return { language, page: page.replace(LEADING_SLASHES, '/') || '/' }
}
