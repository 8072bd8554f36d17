import type { ShownMessage } from './messages.ts'
import type { Receipts } from './receipts.ts'

/** How far a message of the member has come. `waiting`: the partner gets it when they accept to talk. */
export type Delivery = 'waiting' | 'sent' | 'delivered' | 'read'

/** Returns how far a message has come, by what the server returned with it and by the receipts since then. */
export function deliveryOf(
  { id, read, delivered, awaitsAnswer }: ShownMessage,
  receipts: Receipts,
): Delivery {
  if (awaitsAnswer) return 'waiting'
  if (read || id <= receipts.read) return 'read'
  return delivered || id <= receipts.delivered ? 'delivered' : 'sent'
}
