import * as z from 'zod'

const instant = z.iso.datetime()

/** The search of a member, as all their devices show it. It never says who was found. */
export const searchState = z.object({
  searching: z.boolean(),
  waitingSeconds: z.number().int().nullable(),
  ringUntil: instant.nullable(),
  comeUntil: instant.nullable(),
  missedRingAt: instant.nullable(),
})
export type SearchState = z.infer<typeof searchState>

/** `appNotifies`: the desktop app shows the ring by itself, so no push device is needed. */
export const ringMe = z.object({ on: z.boolean(), appNotifies: z.boolean().optional() })
export type RingMe = z.infer<typeof ringMe>
