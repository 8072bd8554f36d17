import * as z from 'zod'

/** What a mail about missed messages carries, so that its reader can stop such mails without a login. */
export const unsubscribeLink = z.object({ user: z.uuid('Not an id'), token: z.string().min(1).max(100) })
export type UnsubscribeLink = z.infer<typeof unsubscribeLink>

/** What a mail program posts when its reader presses unsubscribe (RFC 8058), in either of the two encodings of a form. */
export const oneClick = z
  .string()
  .max(2_000)
  .regex(/List-Unsubscribe(=|"\r?\n\r?\n)One-Click/, 'Expected List-Unsubscribe=One-Click')

export const missedMails = z.object({ wanted: z.boolean() })
export const missedMailsChoice = z.object({ ...unsubscribeLink.shape, ...missedMails.shape })
