import type { ShownMessage } from './messages.ts'
import type { Receipts } from './receipts.ts'

/** How far a message of the member has come. */
export type Delivery = 'sent' | 'delivered' | 'read'

/** Returns how far a message has come, by what the server returned with it and by the receipts since then. */
export function deliveryOf({ id, read, delivered }: ShownMessage, receipts: Receipts): Delivery {
  if (read || id <= receipts.read) return 'read'
  return delivered || id <= receipts.delivered ? 'delivered' : 'sent'
}
