import * as z from 'zod'
import { ANONYMOUS, DELETED_ACCOUNT, partnerNameOf } from '#schema/partner-name.ts'
import { type Text, text } from '#schema/translatable.ts'
import type { Say } from '#server/platform/texts/texts.ts'

const item = z.record(z.string(), z.unknown())

const STANDINS: Readonly<Record<string, Text>> = {
  [ANONYMOUS]: text('Anonymous'),
  [DELETED_ACCOUNT]: text('Deleted account'),
}

/** The member whose data is written. */
export interface ExportOwner {
  ownName: string
  /** Returns a text in the member's language. */
  say: Say
}

/** Returns the JSON of an item in which a field names another member, with the name as the member sees it in the app. */
export function namePartner(json: string, field: string, { ownName, say }: ExportOwner): string {
  const values = item.parse(JSON.parse(json))
  const name = partnerNameOf(z.string().nullish().parse(values[field]), ownName)
  return JSON.stringify({ ...values, [field]: STANDINS[name] ? say(STANDINS[name]) : name })
}
