import { LANGUAGES, type Language } from './languages.ts'

/** Browsers send fewer languages and shorter tags than these. The rest is not read. */
const MAX_TAGS = 20
const MAX_TAG_LENGTH = 50
const MAX_HEADER_LENGTH = 1_000

/** A BCP 47 tag with an optional weight of RFC 9110, such as `pt-BR;q=0.8`. */
const WEIGHTED_TAG = /^([a-z]{2,8})(?:[-_][a-z0-9]{1,8})*(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i

/** Old codes that some Java clients still send. */
const OLD_CODES: Readonly<Record<string, string>> = { in: 'id' }

/**
 * Returns the language of the interface that fits best: for an Accept-Language header, or for a list of BCP 47 tags, the
 * preferred one first. Only the base language of a tag counts, so Chinese in any script is `zh-Hans`. English without a match.
 */
export function pickLanguage(preferred: string | readonly string[] | null | undefined): Language {
  const tags =
    typeof preferred === 'string' ? preferred.slice(0, MAX_HEADER_LENGTH).split(',') : (preferred ?? [])
  let best: { code: Language; weight: number } | null = null
  for (const tag of tags.slice(0, MAX_TAGS)) {
    const [, base = '', weight = '1'] = WEIGHTED_TAG.exec(tag.slice(0, MAX_TAG_LENGTH).trim()) ?? []
    const code = languageOf(base.toLowerCase())
    if (code && Number(weight) > (best?.weight ?? 0)) best = { code, weight: Number(weight) }
  }
  return best?.code ?? LANGUAGES[0].code
}

/** No two languages of the interface have the same base language. */
const languageOf = (base: string) =>
  LANGUAGES.find(({ code }) => code.split('-')[0] === (OLD_CODES[base] ?? base))?.code
