/** The name of partners without a name. The web app and the notifications show it in the reader's language. */
export const ANONYMOUS = 'Anonymous'

/** Returns the name by which a partner is shown: "Anonymous" without a name, and never the member's own name (spec §5). */
export function partnerNameOf(partnerName: string | null | undefined, ownName: string): string {
  const name = partnerName?.trim()
  return name && name !== ownName ? name : ANONYMOUS
}
