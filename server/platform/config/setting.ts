import * as z from 'zod'
import { asciiDomain, emailAddress } from '#schema/email.ts'

export interface Setting<Model extends z.ZodType = z.ZodType> {
  /** What operators read in `.env.example` and in the message about a wrong value. */
  description: string
  /** The default as `.env.example` shows it. */
  default: string
  model: Model
}

export const setting = <Model extends z.ZodType>(
  description: string,
  shownDefault: string,
  model: Model,
): Setting<Model> => ({ description, default: shownDefault, model })

type Models<Table extends Record<string, Setting>> = { [Name in keyof Table]: Table[Name]['model'] }

/** Returns the model of all values in a table of settings. */
export const modelOf = <const Table extends Record<string, Setting>>(table: Table) =>
  z.object(
    Object.fromEntries(Object.entries(table).map(([name, { model }]) => [name, model])) as Models<Table>,
  )

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== ''),
)

/** A list of mail domains in any script, in their ASCII form. */
export const mailDomains = list
  .transform((domains) => domains.map(asciiDomain))
  .refine(
    (domains) => domains.every((domain) => emailAddress('').safeParse(`name@${domain}`).success),
    'expected mail domains such as relay.example, without @',
  )

/** A list of origins as browsers send them. An app's own scheme is allowed, such as `capacitor://localhost`. */
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
