import * as z from 'zod'
import { page, pageRequest } from './chat.ts'
import { GENDER_FILTERS, GENDERS } from './enums.ts'

/** A member nearby, without coordinates or a distance. */
export const nearbyUser = z.object({
  id: z.uuid(),
  displayName: z.string(),
  interests: z.array(z.string()),
  city: z.string().nullable(),
  state: z.string().nullable(),
  age: z.number().int(),
  gender: z.enum(GENDERS),
})
export type NearbyUser = z.infer<typeof nearbyUser>

export const nearbyPage = page(nearbyUser)
export type NearbyPage = z.infer<typeof nearbyPage>

export const NEARBY_FILTERS = ['none', ...GENDER_FILTERS] as const
export type NearbyFilter = (typeof NEARBY_FILTERS)[number]

export const listNearby = pageRequest.extend({ filterBy: z.enum(NEARBY_FILTERS).default('none') })
