import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FilterLanguage } from '#schema/filter-languages.ts'

const FOLDER = resolve(import.meta.dirname, '../unit/abuse/samples')

/** Ordinary sentences, statements of an age under 18, messages to hold, urgent reports, or other reports. */
export type SampleKind = 'ordinary' | 'ages' | 'held' | 'urgent' | 'reports'

const CHOICE = /\{([^}]*)\}/

/** Returns every sentence that a line stands for: `a {b|c}` stands for `a b` and `a c`. */
function expand(line: string): string[] {
  const choice = CHOICE.exec(line)
  if (!choice) return [line]
  const [whole, options = ''] = choice
  return options.split('|').flatMap((option) => expand(line.replace(whole, () => option)))
}

/** Returns the sample sentences of a language. */
export const readSamples = (language: FilterLanguage, kind: SampleKind): string[] =>
  readFileSync(join(FOLDER, `${language}.${kind}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap(expand)
