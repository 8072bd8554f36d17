import * as z from 'zod'
import { evening } from './evenings.ts'

const instant = z.iso.datetime()

/** The evening that a search is within, while it runs. */
export const searchEvening = evening.pick({ id: true, topic: true, endsAt: true })
export type SearchEvening = z.infer<typeof searchEvening>

/** The search of a member, as all their devices show it. It never says who was found. */
export const searchState = z.object({
  searching: z.boolean(),
  waitingSeconds: z.number().int().nullable(),
  ringUntil: instant.nullable(),
  comeUntil: instant.nullable(),
  missedRingAt: instant.nullable(),
  /** Servers of earlier versions leave both out. */
  evening: searchEvening.nullable().optional(),
  exchange: z.boolean().optional(),
})
export type SearchState = z.infer<typeof searchState>

/** `appNotifies`: the desktop app shows the ring by itself, so no push device is needed. */
export const ringMe = z.object({ on: z.boolean(), appNotifies: z.boolean().optional() })
export type RingMe = z.infer<typeof ringMe>
