import * as z from 'zod'
import { partnerNameOf } from '#schema/partner-name.ts'

const item = z.record(z.string(), z.unknown())

/** Returns the JSON of an item in which a field names another member, with the name as the member sees it in the app. */
export function namePartner(json: string, field: string, ownName: string): string {
  const values = item.parse(JSON.parse(json))
  return JSON.stringify({
    ...values,
    [field]: partnerNameOf(z.string().nullish().parse(values[field]), ownName),
  })
}
