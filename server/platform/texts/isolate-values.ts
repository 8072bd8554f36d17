import { isolate } from '#schema/directions.ts'
import { directionOf, type Language } from '#schema/languages.ts'
import type { TextValues } from '#schema/translatable.ts'

/** Returns the values of a sentence in a language with each text isolated (`isolate`). */
export function isolateValues(values: TextValues, language: Language): TextValues {
  const direction = directionOf(language)
  const isolated = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolate(value, direction) : value,
  ])
  return Object.fromEntries(isolated)
}
