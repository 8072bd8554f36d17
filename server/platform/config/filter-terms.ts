import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { FILTER_LANGUAGES, type FilterLanguage } from '#schema/filter-languages.ts'

/** Terms that an operator adds to the languages of the message filter, or removes from them. */
export type FilterTerms = Partial<Record<FilterLanguage, { add: string[]; remove: string[] }>>

const LONGEST_TERM = 100

const sectionOf = (line: string) => /^\[(.*)\]$/.exec(line)?.[1]?.trim()
const languageOf = (name: string) =>
  FILTER_LANGUAGES.find((code) => code.toLowerCase() === name.toLowerCase())

/** Returns what is wrong with a term, or null. */
function problemOf(term: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(term)) return 'expected a word or phrase after the sign'
  if (term.length > LONGEST_TERM) return `expected ${LONGEST_TERM} characters or less`
  return term.slice(0, -1).includes('*') ? 'expected a star only at the end' : null
}

/** Reads the terms of each language. @throws Error naming the line that is wrong */
export function parseFilterTerms(text: string): FilterTerms {
  const terms: FilterTerms = {}
  let current: { add: string[]; remove: string[] } | null = null
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim()
    const fail = (problem: string) => new Error(`line ${index + 1}: ${problem}`)
    if (line === '' || line.startsWith('#')) continue
    const section = sectionOf(line)
    if (section !== undefined) {
      const language = languageOf(section)
      if (!language)
        throw fail(`unknown language [${section}], expected one of ${FILTER_LANGUAGES.join(', ')}`)
      current = terms[language] ??= { add: [], remove: [] }
      continue
    }
    if (!/^[+-]/.test(line)) throw fail("expected '+ term', '- term' or a language such as [es]")
    if (!current) throw fail('expected a language such as [es] before the first term')
    const term = line.slice(1).trim()
    const problem = problemOf(term)
    if (problem) throw fail(problem)
    current[line.startsWith('+') ? 'add' : 'remove'].push(term)
  }
  return terms
}

function read(path: string): FilterTerms {
  const text = (() => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      throw new Error('this file cannot be read')
    }
  })()
  return parseFilterTerms(text)
}

/** The model of a setting that names a file of terms. */
export const filterTermsFile = z.string().transform((path, context): FilterTerms => {
  try {
    return read(path)
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})
