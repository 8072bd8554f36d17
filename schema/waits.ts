import * as z from 'zod'

/** What a search that begins now can expect, by earlier searches at this hour. All null where too few members searched. */
export const expectedWait = z.object({
  interest: z.string().nullable(),
  withinMinutes: z.number().int().nullable(),
  betterAt: z.iso.datetime().nullable(),
})
export type ExpectedWait = z.infer<typeof expectedWait>
