import * as z from 'zod'

/** `meaning` is what the operator reads, in `.env.example` and in the message of a wrong value. */
export interface Setting<Model extends z.ZodType = z.ZodType> {
  meaning: string
  /** How the default reads in the documentation. */
  default: string
  model: Model
}

export const setting = <Model extends z.ZodType>(
  meaning: string,
  shown: string,
  model: Model,
): Setting<Model> => ({ meaning, default: shown, model })

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== ''),
)

export const flag = z.enum(['on', 'off'], "expected 'on' or 'off'").transform((value) => value === 'on')

export const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number('expected a whole number')
    .int('expected a whole number')
    .min(least, `expected ${least} or more`)
    .max(most, `expected ${most} or less`)
