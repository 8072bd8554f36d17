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

/** Origins as browsers send them. A scheme of an app's own, such as `capacitor://localhost`, is one too. */
export const origins = list.refine(
  (entries) => entries.every(isOrigin),
  'expected origins such as https://app.example, without a path',
)

function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@*\s]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, origin } = new URL(text)
  return !/^https?:$/.test(protocol) || origin === text
}

export const flag = z.enum(['on', 'off'], "expected 'on' or 'off'").transform((value) => value === 'on')

export const wholeNumber = (least: number, most: number) =>
  z.coerce
    .number('expected a whole number')
    .int('expected a whole number')
    .min(least, `expected ${least} or more`)
    .max(most, `expected ${most} or less`)
