import { POPULAR_INTERESTS, SUGGESTED_INTERESTS } from '#schema/interests.ts'
import { LIMITS } from '#schema/limits.ts'

/** At most eight that contain what is typed; the popular ones while nothing is (spec §5). */
export function suggestInterests(typed: string, chosen: readonly string[]): readonly string[] {
  const wanted = typed.trim().toLocaleLowerCase()
  const taken = new Set(chosen.map((one) => one.toLocaleLowerCase()))
  const free = (one: string) => !taken.has(one.toLocaleLowerCase())
  if (wanted === '') return POPULAR_INTERESTS.filter(free)
  return SUGGESTED_INTERESTS.filter((one) => free(one) && one.toLocaleLowerCase().includes(wanted)).slice(
    0,
    LIMITS.suggestions,
  )
}
