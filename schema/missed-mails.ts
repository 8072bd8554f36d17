import * as z from 'zod'
import { text } from './translatable.ts'

/** The query of the link that stops mails about missed messages without a login. */
export const unsubscribeLink = z.object({
  user: z.uuid(text('Not an id')),
  token: z.string().min(1).max(100),
})
export type UnsubscribeLink = z.infer<typeof unsubscribeLink>

/** The body of a one-click unsubscribe (RFC 8058), in either encoding of a form. */
export const oneClick = z
  .string()
  .max(2_000)
  .regex(/List-Unsubscribe(=|"\r?\n\r?\n)One-Click/, text('Expected List-Unsubscribe=One-Click'))

export const missedMails = z.object({ wanted: z.boolean() })
export const missedMailsChoice = z.object({ ...unsubscribeLink.shape, ...missedMails.shape })
