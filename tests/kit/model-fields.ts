import type * as z from 'zod'

type Path = readonly (string | number)[]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Returns the paths of a value and of all values inside of it. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((one, index) => pathsIn(one, [...path, index]))]
  if (!isRecord(value)) return [path]
  return [path, ...Object.entries(value).flatMap(([name, one]) => pathsIn(one, [...path, name]))]
}

/** Returns a copy in which the value at the path is another one. */
function withValue(whole: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(whole))
    return whole.map((one, index) => (index === first ? withValue(one, rest, value) : one))
  if (isRecord(whole)) return { ...whole, [first]: withValue(whole[first], rest, value) }
  throw new Error(`there is no ${first}`)
}

/** Returns a copy without the field at the path. */
function withoutField(whole: unknown, [first, ...rest]: Path): unknown {
  if (Array.isArray(whole))
    return whole.map((one, index) => (index === first ? withoutField(one, rest) : one))
  if (!isRecord(whole)) throw new Error(`there is no ${first}`)
  return Object.fromEntries(
    Object.entries(whole).flatMap(([name, one]) => {
      if (name !== first) return [[name, one]]
      return rest.length === 0 ? [] : [[name, withoutField(one, rest)]]
    }),
  )
}

const ODD = Symbol('a value of no type that JSON has')

/** Returns the fields of a valid value, by path, that the model accepts with a value of another type. */
export const untypedFields = (model: z.ZodType, whole: unknown): string[] =>
  pathsIn(whole)
    .filter((path) => model.safeParse(withValue(whole, path, ODD)).success)
    .map((path) => path.join('.'))

/** Returns the fields of a valid value, by path, without which the model accepts it as well. */
export const optionalFields = (model: z.ZodType, whole: unknown): string[] =>
  pathsIn(whole)
    .filter((path) => typeof path.at(-1) === 'string')
    .filter((path) => model.safeParse(withoutField(whole, path)).success)
    .map((path) => path.join('.'))
