import * as z from 'zod'

/** What happened to an account, as the list of deletions keeps it: its id and dates, no other personal data. */
export const tombstone = z.discriminatedUnion('kind', [
  /** The owner closed the account, or asked for its deletion; then `eraseAfter` is set. */
  z.object({
    kind: z.literal('closed'),
    at: z.iso.datetime(),
    userId: z.uuid(),
    closedAt: z.iso.datetime(),
    eraseAfter: z.iso.datetime().nullable(),
  }),
  /** The owner logged in again, which cancels a deletion. */
  z.object({ kind: z.literal('reopened'), at: z.iso.datetime(), userId: z.uuid() }),
  /** The data of the account was erased. */
  z.object({ kind: z.literal('erased'), at: z.iso.datetime(), userId: z.uuid() }),
])

export type Tombstone = z.output<typeof tombstone>
