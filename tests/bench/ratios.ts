import type { ContenderName } from './contenders/contender.ts'
import { spread } from './figures.ts'
import type { Results } from './interleave.ts'

/**
 * Returns the ratio of a figure to that of another contender, run by run, as its median and its range. A dash when the
 * other was not measured.
 */
export function ratioTo<Result>(
  results: Results<Result>,
  [name, other]: readonly [ContenderName, ContenderName],
  figureOf: (result: Result) => number,
): string {
  const others = results.get(other) ?? []
  const ratios = (results.get(name) ?? []).map((result, run) => {
    const base = others[run]
    return base === undefined ? Number.NaN : figureOf(result) / figureOf(base)
  })
  return ratios.some(Number.isFinite) ? spread(ratios) : '–'
}
