import * as z from 'zod'
import { GENDERS } from './enums.ts'
import { LIMITS } from './limits.ts'
import { atMost, storable } from './text.ts'
import { text } from './translatable.ts'

/**
 * Whether a member keeps in touch with the partner, as that member sees it. `ASKED`: they asked to, and the partner does
 * not know. `KEPT`: both asked to.
 */
export const KEEP_STATES = ['NO', 'ASKED', 'KEPT'] as const
export type KeepState = (typeof KEEP_STATES)[number]

/** A member whom the caller keeps in touch with, because both asked to. */
export const kept = z.object({
  userId: z.uuid(),
  conversationId: z.uuid(),
  displayName: z.string(),
  age: z.number().int(),
  gender: z.enum(GENDERS),
  interests: z.array(z.string()),
  /** Null while one of the two hides it from the other. */
  online: z.boolean().nullable(),
  hidesPresence: z.boolean(),
  note: z.string().nullable(),
  since: z.iso.datetime(),
})
export type Kept = z.infer<typeof kept>

export const keptPage = z.object({ elements: z.array(kept), last: z.boolean() })
export type KeptPage = z.infer<typeof keptPage>

export const listKept = z.object({
  pageNumber: z.coerce.number().int().min(0).max(1_000_000).default(0),
  size: z.coerce.number().int().min(1).max(LIMITS.maxPageSize).default(LIMITS.maxPageSize),
})
export type ListKept = z.output<typeof listKept>

/** What a member changes about someone they keep. Left out: it stays. An empty note and null remove the note. */
export const keptUpdate = z.object({
  note: storable()
    .trim()
    .check(atMost(LIMITS.keptNote.max, text('A note cannot exceed 200 characters')))
    .nullable()
    .optional(),
  hidesPresence: z.boolean().optional(),
})
export type KeptUpdate = z.infer<typeof keptUpdate>

/** A member is kept from now on, changed, or is not kept any more. */
export const keptChange = kept.extend({ kept: z.boolean() })
export type KeptChange = z.infer<typeof keptChange>
